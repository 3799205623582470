/**
 * Calls a tool of a running connector.
 * @param endpoint the address that takes messages, such as `http://127.0.0.1:3001/mcp`
 * @returns the response, whatever its status
 */
export function callTool(
  endpoint: string,
  name: string,
  args: object,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  return fetch(endpoint, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
}
