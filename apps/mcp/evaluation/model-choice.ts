import { parseArgs } from 'node:util';
import { anthropicEndpoint } from './anthropic-endpoint.js';
import type { Endpoint } from './endpoint.js';
import { openAiEndpoint } from './openai-endpoint.js';

type Environment = Readonly<Record<string, string | undefined>>;

const USAGE = `Say which model is to be asked, and give its key in the environment:

  ANTHROPIC_API_KEY=… npm run eval:mcp -- --model anthropic/NAME
  OPENAI_API_KEY=…    npm run eval:mcp -- --model openai/NAME

ANTHROPIC_BASE_URL and OPENAI_BASE_URL name another address that speaks the same protocol, e.g. a model on this
machine: OPENAI_BASE_URL=http://localhost:11434/v1, which then needs no key.
Without a model, the questions are replayed by the tests of apps/mcp.`;

const PROVIDERS = {
  openai: { make: openAiEndpoint, prefix: 'OPENAI', home: 'https://api.openai.com/v1' },
  anthropic: { make: anthropicEndpoint, prefix: 'ANTHROPIC', home: 'https://api.anthropic.com' },
} as const;

/**
 * The model that the command line and the environment name.
 * @throws Error that says how to name one
 */
export function chosenModel(args: readonly string[], env: Environment): { endpoint: Endpoint; name: string } {
  const { values } = parseArgs({ args: [...args], options: { model: { type: 'string' } } });
  const [, provider, model] = /^(openai|anthropic)\/(.+)$/.exec(values.model ?? '') ?? [];
  if (!provider || !model) throw new Error(USAGE);
  const { make, prefix, home } = PROVIDERS[provider as keyof typeof PROVIDERS];
  const [key = '', other = ''] = [env[`${prefix}_API_KEY`], env[`${prefix}_BASE_URL`]];
  if (key === '' && other === '') throw new Error(`${prefix}_API_KEY is not set.\n\n${USAGE}`);
  const baseUrl = (other || home).replace(/\/+$/, '');
  return { endpoint: make({ model, key, baseUrl }), name: values.model! };
}
