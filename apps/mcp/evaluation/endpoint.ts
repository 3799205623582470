/** A tool call that a model requests. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** One turn of a conversation, for any provider. */
export type Turn =
  | { readonly by: 'person'; readonly text: string }
  | { readonly by: 'model'; readonly text: string; readonly calls: readonly RequestedCall[] }
  | { readonly by: 'tools'; readonly results: readonly ToolResult[] };

export type ModelTurn = Extract<Turn, { by: 'model' }>;

export interface ToolResult {
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
}

export interface ModelTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: object;
}

/** What a model gets before the conversation. */
export interface Briefing {
  readonly instructions: string;
  readonly tools: readonly ModelTool[];
}

/** A model of a provider. */
export interface Endpoint {
  /** @throws Error when there is no response, or one without success */
  next(briefing: Briefing, turns: readonly Turn[]): Promise<ModelTurn>;
}

export interface EndpointOptions {
  readonly model: string;
  /** Empty for an endpoint without authentication. */
  readonly key: string;
  readonly baseUrl: string;
}

/** @throws Error with the beginning of a response without success, which does not contain the key */
export async function post<T>(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${new URL(url).host} answered ${response.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as T;
}
