import type { Tool } from '@modelcontextprotocol/client';
import type { Counts } from './question.js';

/** A tool call that a model requests. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The result of a tool call, reduced to what the evaluation compares. */
export interface ToolOutcome {
  readonly isError: boolean;
  readonly text: string;
  readonly ids: readonly string[];
  readonly total?: number;
  readonly counts?: Counts;
}

/** A call that a model made, with its outcome. */
export interface MadeCall extends RequestedCall {
  readonly outcome: ToolOutcome;
}

/** One turn of a conversation, for any provider. */
export type Turn =
  | { readonly by: 'person'; readonly text: string }
  | { readonly by: 'model'; readonly text: string; readonly calls: readonly RequestedCall[] }
  | { readonly by: 'tools'; readonly made: readonly MadeCall[] };

/** What a model gets before the conversation. */
export interface Briefing {
  readonly instructions: string;
  readonly tools: readonly Tool[];
}

/** Returns the next turn of a provider's model. Throws when there is no response, or one without success. */
export type Endpoint = (
  briefing: Briefing,
  turns: readonly Turn[],
) => Promise<Extract<Turn, { by: 'model' }>>;

export interface EndpointOptions {
  readonly model: string;
  /** Empty for an endpoint without authentication. */
  readonly key: string;
  readonly baseUrl: string;
}

/** @throws Error with the beginning of a response without success, which does not contain the key */
export async function post<T>(url: string, headers: Record<string, string>, body: object): Promise<T> {
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
