import fc from 'fast-check';
import type { SessionStatus } from '#contract/people/sign-in';
import type { Endpoint } from './endpoint-input.js';
import {
  CONTENT_TYPES,
  HOSTILE_BODIES,
  HOSTILE_HEADERS,
  HOSTILE_JSON,
  HOSTILE_URL,
} from './hostile-values.js';
import { validValue } from './valid-value.js';

/** A request to an endpoint, as it is sent. */
export interface EndpointRequest {
  /** The row of the endpoint table. */
  readonly endpoint: string;
  readonly method: string;
  /** Correctly encoded or not. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Whose session the request has. */
  readonly session: SessionStatus | 'none';
}

/** What exists in the database of the test: a path or a member may name it. */
export interface Known {
  readonly names: readonly string[];
  readonly password: string;
}

const FILE = 'application/octet-stream';
const JSON_TYPE = 'application/json';
/** Stands for a UUID that nothing has. */
const FRESH = 'fresh';
let made = 0;

/** Returns a UUID that nothing has, the same ones in every run. */
function freshId(): string {
  return `f0000000-0000-4000-8000-${String(++made).padStart(12, '0')}`;
}

/** Draws some values of a list. */
export type Draw = <Value>(values: readonly Value[]) => readonly Value[];

/** The parts of a request before they are put together. */
interface Parts {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** The members of the body, each as JSON; or the whole body. */
  readonly body: Readonly<Record<string, string>> | { readonly raw: string | undefined };
}

/** Makes requests to one endpoint. */
export class EndpointRequests {
  readonly #params: readonly string[];
  readonly #session: SessionStatus;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly known: Known,
  ) {
    this.#params = Array.from(endpoint.path.matchAll(/:(\w+)/g), ([, name]) => name!);
    const { openTo = ['signed-in'] } = endpoint;
    // The one that most depends on: a row that is open to everybody is asked without a session as well.
    this.#session = openTo.at(-1)!;
  }

  /**
   * Returns requests with one hostile value of one part, and valid values elsewhere.
   * @param drawn returns the values of a list that are sent
   */
  *each(drawn: Draw = (values) => values): Generator<EndpointRequest> {
    const valid = this.#valid();
    yield this.#built(valid);
    for (const param of this.#params) {
      for (const value of [...drawn(HOSTILE_URL), ...this.known.names]) {
        yield this.#built({ ...valid, path: { ...valid.path, [param]: value } });
      }
    }
    for (const { name } of this.endpoint.members) yield* this.#member(valid, name, drawn);
    for (const raw of drawn(HOSTILE_BODIES)) yield this.#built({ ...valid, body: { raw } });
    for (const type of drawn(CONTENT_TYPES)) yield this.#built(valid, { 'content-type': type });
    for (const param of this.known.names) {
      if (this.#params.length === 0) break;
      const path = Object.fromEntries(this.#params.map((name) => [name, param]));
      yield this.#built({ ...valid, path });
      yield this.#built({ ...valid, path, body: { raw: '{}' } });
    }
  }

  /** Returns a request for each value that cannot be stored, by the member that has it. */
  *withUnstorable(values: readonly string[]): Generator<readonly [param: string, EndpointRequest]> {
    const valid = this.#valid();
    for (const value of values) {
      const isUrl = value.isWellFormed();
      const encoded = isUrl ? encodeURIComponent(value) : '';
      if (isUrl) {
        for (const param of this.#params) {
          yield [param, this.#built({ ...valid, path: { ...valid.path, [param]: encoded } })];
        }
      }
      for (const { name } of this.endpoint.members) {
        if (this.endpoint.part === 'body') {
          const body = { ...valid.body, [name]: JSON.stringify(value) };
          yield [name, this.#built({ ...valid, body })];
        } else if (isUrl) {
          const query = [...valid.query.filter(([each]) => each !== name), [name, encoded] as const];
          yield [name, this.#built({ ...valid, query })];
        }
      }
    }
  }

  /** Draws requests with several hostile parts, of any session, with any headers. */
  random(): fc.Arbitrary<EndpointRequest> {
    const { endpoint, known } = this;
    const mostly = <Value>(usual: Value, odd: fc.Arbitrary<Value>) =>
      fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });
    const valid = this.#valid();
    const url = fc.oneof(fc.constantFrom(...HOSTILE_URL), fc.constantFrom(...known.names));
    const path = fc.record(Object.fromEntries(this.#params.map((name) => [name, url])));
    const names = fc.constantFrom('unknown', '__proto__', ...endpoint.members.map(({ name }) => name));
    const pair = fc.tuple(fc.oneof(names, fc.constantFrom('a%00b', 'x[]', '%')), url);
    const json = fc.oneof(
      fc.constantFrom(...HOSTILE_JSON),
      fc.json({ maxDepth: 3 }),
      fc
        .string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 20 })
        .map((text) => JSON.stringify(text)),
    );
    const changed = fc.dictionary(
      names.filter((name) => name !== '__proto__'),
      json,
      { maxKeys: 3 },
    );
    const missing = fc.subarray(endpoint.members.map(({ name }) => name));
    const bodies = fc.oneof(
      {
        weight: 3,
        arbitrary: fc
          .tuple(changed, missing)
          .map(([more, gone]) => without({ ...valid.body, ...more }, gone)),
      },
      { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_BODIES).map((raw) => ({ raw })) },
    );
    const header = fc
      .constantFrom(...Object.keys(HOSTILE_HEADERS))
      .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...HOSTILE_HEADERS[name]!)));
    return fc
      .record({
        path: mostly(valid.path, path as fc.Arbitrary<Parts['path']>),
        query: fc.oneof(fc.constant(valid.query), fc.array(pair, { maxLength: 4 })),
        body: fc.oneof(fc.constant(valid.body), bodies as fc.Arbitrary<Parts['body']>),
        headers: mostly<readonly (readonly [string, string])[]>([], fc.array(header, { maxLength: 3 })),
        type: mostly<string | undefined | false>(false, fc.constantFrom(...CONTENT_TYPES)),
        method: mostly<string>(
          endpoint.method,
          fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'),
        ),
        session: mostly<EndpointRequest['session']>(
          this.#session,
          fc.constantFrom('none', 'signed-out', 'new-password', 'second-factor', 'signed-in'),
        ),
      })
      .map(({ headers, type, method, session, ...parts }) => ({
        ...this.#built(parts, {
          ...Object.fromEntries(headers),
          ...(type !== false && { 'content-type': type }),
        }),
        method,
        session,
      }));
  }

  *#member(valid: Parts, name: string, drawn: Draw): Generator<EndpointRequest> {
    if (this.endpoint.part === 'body') {
      for (const value of drawn(HOSTILE_JSON))
        yield this.#built({ ...valid, body: { ...valid.body, [name]: value } });
      yield this.#built({ ...valid, body: without(valid.body, [name]) });
      return;
    }
    const others = valid.query.filter(([each]) => each !== name);
    for (const value of drawn(HOSTILE_URL))
      yield this.#built({ ...valid, query: [...others, [name, value]] });
    yield this.#built({ ...valid, query: others });
    yield this.#built({ ...valid, query: [...others, [name, '1'], [name, '2']] });
    for (const odd of [`${name}[]`, `${name}[a]`, `${name}.a`]) {
      yield this.#built({ ...valid, query: [...others, [odd, '1']] });
    }
  }

  #valid(): Parts {
    const { members, part } = this.endpoint;
    const values = members.map((member) => [member.name, validValue(member, this.known.password)] as const);
    return {
      path: Object.fromEntries(this.#params.map((name) => [name, FRESH])),
      query:
        part === 'query'
          ? values.map(([name, value]) => [name, encodeURIComponent(String(value))] as const)
          : [],
      body:
        part === 'body'
          ? Object.fromEntries(values.map(([name, value]) => [name, JSON.stringify(value)]))
          : {},
    };
  }

  #built(
    { path, query, body }: Parts,
    headers: Readonly<Record<string, string | undefined>> = {},
  ): EndpointRequest {
    const { name, method, path: template } = this.endpoint;
    const filled = template.replaceAll(/:(\w+)/g, (_match, param: string) =>
      path[param] === FRESH ? freshId() : (path[param] ?? ''),
    );
    const search = query.map(([key, value]) => `${key}=${value}`).join('&');
    const isUpload = method === 'PUT';
    const members = Object.entries(body).map(([key, value]) => `${JSON.stringify(key)}:${value}`);
    const text = 'raw' in body ? body.raw : isUpload ? 'id\n1\n' : `{${members.join(',')}}`;
    const sent = { 'content-type': isUpload ? FILE : JSON_TYPE, ...headers };
    return {
      endpoint: name,
      method,
      url: `${filled}${search === '' ? '' : '?'}${search}`,
      headers: Object.fromEntries(
        Object.entries(sent).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ),
      ...(method !== 'GET' && { body: text }),
      session: this.#session,
    };
  }
}

function without(body: Parts['body'], names: readonly string[]): Parts['body'] {
  return Object.fromEntries(
    Object.entries(body as Readonly<Record<string, string>>).filter(([name]) => !names.includes(name)),
  );
}
