import type { Refusal } from '../../contract/refusal.js';
import type { SessionState } from '../../contract/sign-in.js';
import { isAttended } from './attendance.js';
import { reachability } from './reachability.js';

/** The server refused, in its own words. */
export class RefusedError extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
    /** How many seconds to wait before trying again; undefined when waiting does not help. */
    readonly retryAfter: number | undefined,
  ) {
    super(refusal.message);
  }

  /** What is wrong with each field that was sent. */
  get fields(): Readonly<Record<string, string>> {
    const { details, param, message } = this.refusal;
    if (details) return Object.fromEntries(details.map((detail) => [detail.param, detail.message]));
    return param === undefined ? {} : { [param]: message };
  }
}

/** The server could not be reached, or what answered was not it. */
export class UnreachableError extends Error {}

let csrfToken = '';

/** Keeps the token that the next change has to carry. */
export function noteSession(state: SessionState): SessionState {
  csrfToken = state.csrfToken;
  return state;
}

export async function ask<Answer>(path: string): Promise<Answer> {
  return read<Answer>(await reach(path, 'GET'));
}

/** @returns what the server answers; undefined when it has nothing to say */
export async function change<Answer = undefined>(
  path: string,
  body?: object,
  method: 'POST' | 'DELETE' = 'POST',
): Promise<Answer> {
  return read<Answer>(await reach(path, method, body));
}

/** Lets the browser keep what a change answers with as a file, under the name that the server gives it. */
export async function download(path: string, body: object): Promise<void> {
  const answer = await reach(path, 'POST', body);
  if (!answer.ok) await read(answer);
  const [, name = 'download'] =
    /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  const url = URL.createObjectURL(await answer.blob());
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

async function reach(path: string, method: string, body?: object): Promise<Response> {
  const answer = await send(path, method, body);
  if (answer.status !== 403 || method === 'GET') return answer;
  // Another tab may have signed in anew, and brought a new token with it.
  noteSession(await ask<SessionState>('/api/session'));
  return send(path, method, body);
}

async function send(path: string, method: string, body?: object): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' });
  if (method !== 'GET') headers.set('x-csrf-token', csrfToken);
  if (body) headers.set('content-type', 'application/json');
  if (!isAttended()) headers.set('x-background', 'true');
  try {
    const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
    reachability.set(true);
    return answer;
  } catch (cause) {
    reachability.set(false);
    throw new UnreachableError('The server cannot be reached.', { cause });
  }
}

async function read<Answer>(answer: Response): Promise<Answer> {
  if (answer.status === 204) return undefined as Answer;
  const said: unknown = await answer.json().catch((cause: unknown) => {
    throw new UnreachableError(`An answer of status ${answer.status} is not JSON.`, { cause });
  });
  if (answer.ok) return said as Answer;
  const wait = Number(answer.headers.get('retry-after') ?? NaN);
  throw new RefusedError(answer.status, said as Refusal, Number.isFinite(wait) ? wait : undefined);
}
