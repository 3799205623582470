import { type Endpoint, type EndpointOptions, post, type Turn } from './endpoint.js';

interface Message {
  readonly content?: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

/** Returns a model behind the Chat Completions API, which most model servers offer. */
export function openAiEndpoint({ model, key, baseUrl }: EndpointOptions): Endpoint {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  return async ({ instructions, tools }, turns) => {
    const request = {
      model,
      messages: [{ role: 'system', content: instructions }, ...turns.flatMap(messagesOf)],
      tools: tools.map(({ name, description, inputSchema: parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
    };
    const url = `${baseUrl}/chat/completions`;
    const { choices } = await post<{ choices: readonly [{ message: Message }] }>(url, headers, request);
    const { content, tool_calls: calls = [] } = choices[0].message;
    return {
      by: 'model',
      text: content ?? '',
      calls: calls.map(({ id, function: { name, arguments: args } }) => ({
        id,
        name,
        arguments: JSON.parse(args || '{}') as Record<string, unknown>,
      })),
    };
  };
}

function messagesOf(turn: Turn): object[] {
  switch (turn.by) {
    case 'person':
      return [{ role: 'user', content: turn.text }];
    case 'tools':
      return turn.made.map(({ id, outcome }) => ({ role: 'tool', tool_call_id: id, content: outcome.text }));
    case 'model': {
      const calls = turn.calls.map(({ id, name, arguments: args }) => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      }));
      return [{ role: 'assistant', content: turn.text || null, tool_calls: calls }];
    }
  }
}
