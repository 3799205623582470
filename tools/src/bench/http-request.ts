/** A request as a client sends it. */
export interface HttpRequest {
  readonly method?: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: object;
}

/** The request as it goes over the wire, whole: so that a load generator has nothing left to do but send it. */
export function rawRequest({ method = 'GET', path, headers, body }: HttpRequest): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
  for (const [name, value] of Object.entries(headers ?? {})) lines.push(`${name}: ${value}`);
  if (body !== undefined)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`);
  return `${lines.join('\r\n')}\r\n\r\n${content}`;
}

/** Sends a request once. */
export function send(port: number, { method, path, headers, body }: HttpRequest): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    ...(method && { method }),
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Requests of paths, with a key. */
export function keyed(paths: readonly string[], key: string): HttpRequest[] {
  const headers = { Authorization: `Bearer ${key}` };
  return paths.map((path) => ({ path, headers }));
}
