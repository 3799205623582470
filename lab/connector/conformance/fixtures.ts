import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  completable,
  createRequestStateCodec,
  fromJsonSchema,
  type InputRequests,
  type InputRequiredResult,
  McpServer,
  type McpServerFactory,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const text = (value: string) => ({ type: 'text' as const, text: value });
const image = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' };
const textResult = (value: string) => ({ content: [text(value)] });

const state = createRequestStateCodec<{ step: number }>({ key: randomBytes(32) });

function ask(message: string, name: string, type = 'string'): InputRequests[string] {
  const requestedSchema = { type: 'object', properties: { [name]: { type } }, required: [name] };
  return {
    method: 'elicitation/create',
    params: { mode: 'form', message, requestedSchema },
  } as InputRequests[string];
}

function sample(question: string, maxTokens: number): InputRequests[string] {
  const messages = [{ role: 'user' as const, content: text(question) }];
  return { method: 'sampling/createMessage', params: { messages, maxTokens } };
}

const ROOTS: InputRequests[string] = { method: 'roots/list', params: {} };

async function required(inputRequests: InputRequests, step?: number): Promise<InputRequiredResult> {
  const requestState = step === undefined ? {} : { requestState: await state.mint({ step }) };
  return { resultType: 'input_required', inputRequests, ...requestState };
}

/** Returns the capabilities that the client of a request declares. */
function capabilitiesOf(envelope: object = {}): ClientCapabilities {
  return (envelope as Record<string, ClientCapabilities>)[CLIENT_CAPABILITIES_META_KEY] ?? {};
}

/** Returns a tool that requests the missing inputs, and then reports all of them. */
function inputTool(requests: InputRequests, label: string, step?: number) {
  return async ({ mcpReq }: ServerContext) => {
    const given = mcpReq.inputResponses ?? {};
    const missing = Object.entries(requests).filter(([name]) => given[name] === undefined);
    if (missing.length > 0) return required(Object.fromEntries(missing), step);
    return textResult(`${label}: ${JSON.stringify(given)}`);
  };
}

// The capabilities of the connector.
const UNCHANGING = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  prompts: { listChanged: false },
};

/** Servers with the tools, resources and prompts that the official suite requires. */
export const fixtureServers: McpServerFactory = () => {
  const server = new McpServer(
    { name: 'fixtures', version: '1.0.0' },
    {
      capabilities: { logging: {}, completions: {}, ...UNCHANGING },
      requestState: { verify: (sealed, context) => state.verify(sealed, context) },
    },
  );
  addTools(server);
  addInputTools(server);
  addResources(server);
  addPrompts(server);
  return server;
};

function addTools(server: McpServer): void {
  const resource = {
    uri: 'test://embedded-resource',
    mimeType: 'text/plain',
    text: 'This is an embedded resource content.',
  };
  const mixed = {
    uri: 'test://mixed-content-resource',
    mimeType: 'application/json',
    text: '{"test":"data","value":123}',
  };
  const contents = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image],
    test_audio_content: [{ type: 'audio' as const, data: SILENCE, mimeType: 'audio/wav' }],
    test_embedded_resource: [{ type: 'resource' as const, resource }],
    test_multiple_content_types: [
      text('Multiple content types test:'),
      image,
      { type: 'resource' as const, resource: mixed },
    ],
  };
  for (const [name, content] of Object.entries(contents)) {
    server.registerTool(name, { description: 'Fixture.' }, () => ({ content }));
  }
  server.registerTool('test_error_handling', { description: 'Fixture.' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool('test_tool_with_progress', { description: 'Fixture.' }, async ({ mcpReq }) => {
    const { _meta: meta } = mcpReq;
    const progressToken = meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 100 },
      });
      await setImmediate();
    }
    return textResult('Done.');
  });
  for (const name of ['test_tool_with_logging', 'test_logging_tool']) {
    server.registerTool(name, { description: 'Fixture.' }, async ({ mcpReq }) => {
      for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.log('info', message);
      }
      return textResult('Done.');
    });
  }
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Fixture.', inputSchema: fromJsonSchema(SCHEMA) },
    () => textResult('Done.'),
  );
}

const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
  },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
};

function addInputTools(server: McpServer): void {
  const name = ask('What is your name?', 'name');
  const tools: Record<
    string,
    (context: ServerContext) => Promise<InputRequiredResult | ReturnType<typeof textResult>>
  > = {
    test_input_required_result_elicitation: inputTool({ user_name: name }, 'Hello'),
    test_streaming_elicitation: inputTool({ user_name: name }, 'Hello'),
    test_input_required_result_sampling: inputTool(
      { capital_question: sample('What is the capital of France?', 100) },
      'Answer',
    ),
    test_missing_capability: inputTool({ question: sample('What?', 100) }, 'Answer'),
    test_input_required_result_list_roots: inputTool({ client_roots: ROOTS }, 'Roots'),
    test_input_required_result_request_state: inputTool(
      { confirm: ask('Please confirm', 'ok', 'boolean') },
      'state-ok',
      1,
    ),
    test_input_required_result_tampered_state: inputTool(
      { confirm: ask('Please confirm', 'ok', 'boolean') },
      'state-ok',
      1,
    ),
    test_input_required_result_multiple_inputs: inputTool(
      { user_name: name, greeting: sample('Generate a greeting', 50), client_roots: ROOTS },
      'All',
      1,
    ),
    test_input_required_result_multi_round: async ({ mcpReq }) => {
      const step = mcpReq.requestState<{ step: number } | undefined>()?.step ?? 0;
      if (step === 0) return required({ step1: ask('Step 1: What is your name?', 'name') }, 1);
      if (step === 1) return required({ step2: ask('Step 2: What is your favorite color?', 'color') }, 2);
      return textResult('Done.');
    },
    test_input_required_result_capabilities: ({ mcpReq }) => {
      const can = capabilitiesOf(mcpReq.envelope);
      return required(
        {
          ...(can.sampling && { greeting: sample('Greet', 50) }),
          ...(can.elicitation && { user_name: name }),
        },
        1,
      );
    },
  };
  for (const [tool, answer] of Object.entries(tools))
    server.registerTool(tool, { description: 'Fixture.' }, answer);
}

function addResources(server: McpServer): void {
  const served = {
    'test://static-text': {
      mimeType: 'text/plain',
      text: 'This is the content of the static text resource.',
    },
    'test://static-binary': { mimeType: 'image/png', blob: PIXEL },
  };
  for (const [uri, content] of Object.entries(served)) {
    server.registerResource(uri, uri, {}, () => ({ contents: [{ uri, ...content }] }));
  }
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, {}, (uri, { id }) => ({
    contents: [
      {
        uri: uri.href,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
  }));
}

const user = (content: ReturnType<typeof text> | typeof image) => ({ role: 'user' as const, content });

function addPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'Fixture.' }, () => ({
    messages: [user(text('This is a simple prompt for testing.'))],
  }));
  server.registerPrompt('test_prompt_with_image', { description: 'Fixture.' }, () => ({
    messages: [user(image), user(text('Please analyze the image above.'))],
  }));
  const paris = completable(z.string(), (typed) =>
    ['paris', 'park', 'party'].filter((word) => word.startsWith(typed)),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Fixture.', argsSchema: z.object({ arg1: paris, arg2: z.string() }) },
    ({ arg1, arg2 }) => ({ messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Fixture.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => {
      const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      return {
        messages: [
          { role: 'user', content: { type: 'resource', resource } },
          user(text('Please process the embedded resource above.')),
        ],
      };
    },
  );
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Fixture.' },
    async ({ mcpReq }) => {
      if (mcpReq.inputResponses?.['user_context'] === undefined) {
        return required({ user_context: ask('What context should the prompt use?', 'context') });
      }
      return { messages: [user(text('With your context.'))] };
    },
  );
}
