import { type Endpoint, type EndpointOptions, type ModelTurn, post, type Turn } from './endpoint.js';

const LONGEST_ANSWER_TOKENS = 2_048;

type Block =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: Record<string, unknown>;
    };

/** Returns a model behind the Messages API of Anthropic. */
export function anthropicEndpoint({ model, key, baseUrl }: EndpointOptions): Endpoint {
  return {
    async next({ instructions, tools }, turns): Promise<ModelTurn> {
      const headers = { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
      const { content } = await post<{ content: readonly Block[] }>(`${baseUrl}/v1/messages`, headers, {
        model,
        max_tokens: LONGEST_ANSWER_TOKENS,
        system: instructions,
        messages: turns.map(messageOf),
        tools: tools.map(({ name, description, inputSchema }) => ({
          name,
          description,
          input_schema: inputSchema,
        })),
      });
      return {
        by: 'model',
        text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
        calls: content.flatMap((block) =>
          block.type === 'tool_use' ? [{ id: block.id, name: block.name, arguments: block.input }] : [],
        ),
      };
    },
  };
}

function messageOf(turn: Turn): object {
  switch (turn.by) {
    case 'person':
      return { role: 'user', content: turn.text };
    case 'tools':
      return {
        role: 'user',
        content: turn.results.map(({ id, text, isError }) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: text,
          is_error: isError,
        })),
      };
    case 'model':
      return {
        role: 'assistant',
        content: [
          ...(turn.text ? [{ type: 'text', text: turn.text }] : []),
          ...turn.calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input })),
        ],
      };
  }
}
