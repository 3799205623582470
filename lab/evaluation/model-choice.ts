import { parseArgs } from 'node:util';
import { anthropicEndpoint } from './anthropic-endpoint.js';
import type { Endpoint } from './endpoint.js';
import { openAiEndpoint } from './openai-endpoint.js';

type Environment = Readonly<Record<string, string | undefined>>;

const USAGE = `Name the model, and give its key in the environment:

  ANTHROPIC_API_KEY=… npm run eval:mcp -- --model anthropic/NAME
  OPENAI_API_KEY=…    npm run eval:mcp -- --model openai/NAME

ANTHROPIC_BASE_URL and OPENAI_BASE_URL set another address with the same protocol, such as a local model without a key:
OPENAI_BASE_URL=http://localhost:11434/v1.
The tests of apps/mcp replay the questions without a model.`;

const PROVIDERS = {
  openai: { make: openAiEndpoint, prefix: 'OPENAI', home: 'https://api.openai.com/v1' },
  anthropic: { make: anthropicEndpoint, prefix: 'ANTHROPIC', home: 'https://api.anthropic.com' },
} as const;

/**
 * Returns the model that the command line and the environment choose.
 * @throws Error that explains how to choose one
 */
export function chosenModel(args: readonly string[], env: Environment): { endpoint: Endpoint; name: string } {
  const { values } = parseArgs({ args: [...args], options: { model: { type: 'string' } } });
  const [, provider, model] = /^(openai|anthropic)\/(.+)$/.exec(values.model ?? '') ?? [];
  if (!provider || !model) throw new Error(USAGE);
  const { make, prefix, home } = PROVIDERS[provider as keyof typeof PROVIDERS];
  const { [`${prefix}_API_KEY`]: key = '', [`${prefix}_BASE_URL`]: address = '' } = env;
  if (key === '' && address === '') throw new Error(`${prefix}_API_KEY is not set.\n\n${USAGE}`);
  const baseUrl = (address || home).replace(/\/+$/, '');
  return { endpoint: make({ model, key, baseUrl }), name: values.model! };
}
