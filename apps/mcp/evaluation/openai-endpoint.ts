import { type Endpoint, type EndpointOptions, type ModelTurn, post, type Turn } from './endpoint.js';

interface Completion {
  readonly choices: readonly [
    {
      readonly message: {
        readonly content?: string | null;
        readonly tool_calls?: readonly {
          readonly id: string;
          readonly function: { readonly name: string; readonly arguments: string };
        }[];
      };
    },
  ];
}

/** Returns a model behind the Chat Completions API, which most model servers offer. */
export function openAiEndpoint({ model, key, baseUrl }: EndpointOptions): Endpoint {
  return {
    async next({ instructions, tools }, turns): Promise<ModelTurn> {
      const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
      const { choices } = await post<Completion>(`${baseUrl}/chat/completions`, headers, {
        model,
        messages: [{ role: 'system', content: instructions }, ...turns.flatMap(messagesOf)],
        tools: tools.map(({ name, description, inputSchema }) => ({
          type: 'function',
          function: { name, description, parameters: inputSchema },
        })),
      });
      const { content, tool_calls: calls = [] } = choices[0].message;
      return {
        by: 'model',
        text: content ?? '',
        calls: calls.map(({ id, function: called }) => ({
          id,
          name: called.name,
          arguments: JSON.parse(called.arguments || '{}') as Record<string, unknown>,
        })),
      };
    },
  };
}

function messagesOf(turn: Turn): object[] {
  switch (turn.by) {
    case 'person':
      return [{ role: 'user', content: turn.text }];
    case 'tools':
      return turn.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
    case 'model':
      return [
        {
          role: 'assistant',
          content: turn.text || null,
          tool_calls: turn.calls.map(({ id, name, arguments: args }) => ({
            id,
            type: 'function',
            function: { name, arguments: JSON.stringify(args) },
          })),
        },
      ];
  }
}
