import { onlineManager } from '@tanstack/react-query';
import type { AnswerOf, BodyOf, Download, EndpointName, ErrorBody } from '#contract/endpoints';
import { ENDPOINTS, type EventStream, type ParamsOf, type QueryOf } from '#contract/endpoints';
import type { SessionState } from '#contract/people/sign-in';
import { ApiError, ConnectionError } from './errors.js';

type NamesAnswering<Answer> = {
  [Name in EndpointName]: AnswerOf<Name> extends Answer ? Name : never;
}[EndpointName];
type DownloadEndpoint = NamesAnswering<Download>;
export type JsonEndpoint = Exclude<
  EndpointName,
  DownloadEndpoint | UploadEndpoint | NamesAnswering<EventStream<string> | string>
>;

/** What an endpoint takes: `params`, `query` and `body`, each if the endpoint has it. */
type Input<Name extends EndpointName> = ([keyof ParamsOf<Name>] extends [never]
  ? unknown
  : { readonly params: ParamsOf<Name> }) &
  (QueryOf<Name> extends object ? { readonly query?: Partial<QueryOf<Name>> } : unknown) &
  (BodyOf<Name> extends object ? { readonly body: BodyOf<Name> } : unknown);
export type Args<Name extends EndpointName> =
  unknown extends Input<Name>
    ? []
    : Partial<Input<Name>> extends Input<Name>
      ? [input?: Input<Name>]
      : [input: Input<Name>];

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: object;
}

let csrfToken = '';
/** Where a tab keeps who is signed in: what its page shows and what else it keeps is theirs. */
const PERSON = 'person';

const ACTIVE_MS = 30_000;
let lastInput = Date.now();
for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const) {
  addEventListener(event, () => (lastInput = Date.now()), { passive: true, capture: true });
}

/** Calls an endpoint. @throws ApiError or ConnectionError */
export async function call<Name extends JsonEndpoint>(
  name: Name,
  ...[input]: Args<Name>
): Promise<AnswerOf<Name>> {
  const answer = await read(await sendWithToken(name, input as AnyInput));
  if (answer && typeof answer === 'object' && 'csrfToken' in answer) await enter(answer as SessionState);
  return answer as AnswerOf<Name>;
}

/** Takes the token of a session. When it is that of another person, loads everything anew, and nothing goes on until then. */
async function enter(session: SessionState): Promise<void> {
  if (session.status === 'signed-in') {
    const before = sessionStorage.getItem(PERSON);
    if (before !== null && before !== session.name) {
      sessionStorage.clear();
      location.reload();
      await new Promise<never>(() => undefined);
    }
    sessionStorage.setItem(PERSON, session.name);
  }
  csrfToken = session.csrfToken;
}

type UploadEndpoint = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name]['method'] extends 'PUT' ? Name : never;
}[EndpointName];

/**
 * Sends a file.
 * @param onProgress receives the share that was sent, 0 to 1
 * @throws ApiError or ConnectionError
 */
export async function upload<Name extends UploadEndpoint>(
  name: Name,
  file: Blob,
  onProgress: (share: number) => void,
  ...[input]: Args<Name>
): Promise<AnswerOf<Name>> {
  // A token that is out of date would be noticed only after the whole file.
  await call('getSession');
  const response = await new Promise<Response>((resolve, reject) => {
    // fetch does not say how much it has sent.
    const request = new XMLHttpRequest();
    request.open(ENDPOINTS[name].method, urlOf(name, ...([input] as Args<Name>)));
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('x-csrf-token', csrfToken);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total ? loaded / total : 0),
    );
    request.addEventListener('error', () => reject(new ConnectionError('The server cannot be reached.')));
    request.addEventListener('load', () => {
      const wait = request.getResponseHeader('retry-after');
      const headers: HeadersInit = wait === null ? {} : { 'retry-after': wait };
      resolve(new Response(request.responseText, { status: request.status, headers }));
    });
    request.send(file);
  });
  return (await read(response)) as AnswerOf<Name>;
}

/** Saves the answer of an endpoint as a file, under the name that the server gives it. */
export async function download<Name extends DownloadEndpoint>(
  name: Name,
  ...[input]: Args<Name>
): Promise<void> {
  const response = await sendWithToken(name, input as AnyInput);
  if (!response.ok) await read(response);
  const [, fileName = 'download'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const url = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  URL.revokeObjectURL(url);
}

/** Returns the URL of an endpoint. Empty query parameters are omitted. */
export function urlOf<Name extends EndpointName>(name: Name, ...[input]: Args<Name>): string {
  const { params = {}, query = {} }: AnyInput = input ?? {};
  const path = ENDPOINTS[name].path.replace(/:(\w+)/g, (_match, param: string) =>
    encodeURIComponent(params[param] ?? ''),
  );
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (set.length === 0) return path;
  return `${path}?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}`;
}

async function sendWithToken(name: EndpointName, input: AnyInput = {}): Promise<Response> {
  const response = await send(name, input);
  if (response.status !== 403 || ENDPOINTS[name].method === 'GET') return response;
  // Another tab may have signed in again, which invalidates the token.
  await call('getSession');
  return send(name, input);
}

async function send(name: EndpointName, input: AnyInput): Promise<Response> {
  const { method } = ENDPOINTS[name];
  const { body } = input;
  const headers = new Headers({ accept: 'application/json' });
  if (method !== 'GET') headers.set('x-csrf-token', csrfToken);
  if (body) headers.set('content-type', 'application/json');
  // Requests of an unattended page must not keep an idle session alive.
  if (Date.now() - lastInput > ACTIVE_MS) headers.set('x-background', 'true');
  try {
    const response = await fetch(urlOf(name, input as never), {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    onlineManager.setOnline(true);
    return response;
  } catch (cause) {
    onlineManager.setOnline(false);
    throw new ConnectionError('The server cannot be reached.', { cause });
  }
}

async function read(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new ConnectionError(`A response with status ${response.status} is not JSON.`, { cause });
  });
  if (response.ok) return body;
  const wait = Number(response.headers.get('retry-after') ?? NaN);
  throw new ApiError(response.status, body as ErrorBody, Number.isFinite(wait) ? wait : undefined);
}
