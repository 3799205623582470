import { type Endpoint, type EndpointOptions, post, type RequestedCall, type Turn } from './endpoint.js';

const LONGEST_ANSWER_TOKENS = 2_048;

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: Input };
type Input = RequestedCall['arguments'];

/** Returns a model behind the Messages API of Anthropic. */
export function anthropicEndpoint({ model, key, baseUrl }: EndpointOptions): Endpoint {
  const headers = { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  return async ({ instructions, tools }, turns) => {
    const { content } = await post<{ content: readonly Block[] }>(`${baseUrl}/v1/messages`, headers, {
      model,
      max_tokens: LONGEST_ANSWER_TOKENS,
      system: instructions,
      messages: turns.map((turn) => ({
        role: turn.by === 'model' ? 'assistant' : 'user',
        content: contentOf(turn),
      })),
      tools: tools.map(({ name, description, inputSchema: input_schema }) => ({
        name,
        description,
        input_schema,
      })),
    });
    return {
      by: 'model',
      text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      calls: content
        .filter((block) => block.type === 'tool_use')
        .map(({ id, name, input }) => ({ id, name, arguments: input })),
    };
  };
}

function contentOf(turn: Turn): string | object[] {
  switch (turn.by) {
    case 'person':
      return turn.text;
    case 'tools':
      return turn.made.map(({ id, outcome: { text, isError } }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: text,
        is_error: isError,
      }));
    case 'model':
      return [
        ...(turn.text ? [{ type: 'text', text: turn.text }] : []),
        ...turn.calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input })),
      ];
  }
}
