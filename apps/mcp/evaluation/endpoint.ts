/** A tool that a model wants to be called. */
export interface WantedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What was said in a conversation, whoever's the model. */
export type Turn =
  | { readonly by: 'person'; readonly text: string }
  | { readonly by: 'model'; readonly text: string; readonly calls: readonly WantedCall[] }
  | { readonly by: 'tools'; readonly results: readonly ToolResult[] };

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

/** What a model knows before a conversation begins. */
export interface Briefing {
  readonly instructions: string;
  readonly tools: readonly ModelTool[];
}

export type ModelTurn = Extract<Turn, { by: 'model' }>;

/** Where a model is. */
export interface Endpoint {
  /** @throws Error when there is no answer, or one that says no */
  next(briefing: Briefing, turns: readonly Turn[]): Promise<ModelTurn>;
}

/** What an endpoint needs to know. */
export interface EndpointOptions {
  readonly model: string;
  /** Empty where none is needed. */
  readonly key: string;
  readonly baseUrl: string;
}

/** @throws Error with the beginning of what the endpoint said; a key does not stand in it */
export async function post<T>(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as T;
}
