import fc from 'fast-check';
import { type Operation, OPERATIONS, type Parameter } from './contract.js';

/** A query parameter as it is sent: name and value, correctly encoded or not. */
export type QueryPart = readonly [name: string, value: string];

/** The key of a request, and where it is sent. */
export const CREDENTIALS = [
  'live',
  'sandbox',
  'gateway',
  'admin',
  'revoked',
  'unknown',
  'mistyped',
  'empty',
  'basic',
  'none',
  'elsewhere',
] as const;
export type Credential = (typeof CREDENTIALS)[number];

/** A request to any operation with any content. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly query: readonly QueryPart[];
  readonly credential: Credential;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Values that occur in the test directory, and values that do not. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  specialties: ['Cardiology', 'family medicine', 'PEDIATRICS', 'Internal Medicine', 'Nothing'],
  languages: ['English', 'french', 'Tamil', 'Mandarin', 'Klingon'],
  q: ['chen', 'tre', 'Élise', 'elise', '900001', '900099', 'dr', 'zz', 'a b'],
  cpso: ['900001', '900040', '900099', '1'],
  near: ['Kipling', 'M5S 1A1', 'King', '43.66,-79.4'],
  within: ['0.5', '3', '40'],
  date: ['2026-12-24', '2026-12-25', '2027-07-06', '2027-08-02'],
  openAt: ['00:00', '08:30', '17:00', '23:59'],
  ids: ['900001', '900040', 'b94bb043-f527-42bf-9c0b-68ebace5405b', 'nobody'],
  clinic: ['b94bb043-f527-42bf-9c0b-68ebace5405b', 'nobody'],
  area: ['Toronto', 'M5S', 'Downtown', 'Mississauga'],
  id: ['b94bb043-f527-42bf-9c0b-68ebace5405b', '00000000-0000-4000-8000-00000000c003', 'nobody'],
};
const ALIASES: Readonly<Record<string, string>> = { specialty: 'specialties', language: 'languages' };

/** Parts of URLs with a special meaning to some parser, or to none. */
const HOSTILE = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%C0%80',
  '%e2%28%a1',
  '%',
  '%%',
  '%zz',
  '%u0041',
  '%25',
  '2147483648',
  '9223372036854775808',
  '-9223372036854775809',
  '1e309',
  '-1e309',
  '0x10',
  '1_000',
  '+1',
  '%2B1',
  '01',
  '-0',
  '.5',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  '[object%20Object]',
  '[',
  ']',
  '%5B%5D',
  '\\',
  '%5C',
  '%27%20or%201=1--',
  '%27;select%20pg_sleep(9)--',
  '%22%3E%3Cscript%3E',
  '%0d%0aX-Injected:%201',
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '__proto__',
  'constructor',
  'toString',
  '(a+)+$',
  '%7B%22$gt%22:1%7D',
  '*',
  '_',
  ',',
  ',,,,',
  'true,false',
  'TRUE',
  '%20true',
  '%E2%80%AE',
  '%EF%BB%BF',
  '%F0%9F%92%A9',
  '',
] as const;

/** Percent-encodes text as UTF-8, including a lone surrogate, which correct encoders reject. */
function encoded(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0)!;
    if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(character);
    const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
    return bytes.map((byte) => `%${byte.toString(16)}`).join('');
  }).join('');
}

const anyText = fc
  .string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 12 })
  .map(encoded);
const longText = fc
  .tuple(fc.constantFrom('x', '0', '%C3%A9', ',', '%F0%9F%92%A9'), fc.constantFrom(300, 1000, 3000))
  .map(([piece, length]) => piece.repeat(Math.ceil(length / piece.length)));
const hostile = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 3, arbitrary: anyText },
  { weight: 1, arbitrary: longText },
);

/** A value that a parameter accepts, or at least of the same kind. */
function sensible({ name, schema }: Parameter): fc.Arbitrary<string> {
  const { type, items: of, ...rest } = schema as { type?: string; items?: object };
  const { enum: closed, 'x-extensible-enum': values = closed } = { ...rest, ...of } as {
    readonly enum?: readonly string[];
    readonly 'x-extensible-enum'?: readonly string[];
  };
  const words = WORDS[ALIASES[name] ?? name] ?? (values ? [...values] : undefined);
  if (type === 'boolean') return fc.constantFrom('true', 'false');
  if (type === 'integer') return fc.oneof(fc.nat(60), fc.nat()).map(String);
  if (type === 'number' && !words) {
    return fc.oneof(fc.double({ min: 43, max: 44, noNaN: true }), fc.double({ noNaN: true })).map(String);
  }
  if (type === 'array') {
    const items = fc.array(fc.constantFrom(...words!), { minLength: 1, maxLength: 4 });
    return items.map((list) => list.map(encodeURIComponent).join(','));
  }
  return fc.constantFrom(...(words ?? ['x'])).map(encodeURIComponent);
}

const NAMES = [...new Set(OPERATIONS.flatMap(({ parameters }) => parameters.map(({ name }) => name)))];
const anyName = fc.oneof(
  fc.constantFrom(...NAMES),
  fc
    .constantFrom(...NAMES)
    .chain((name) => fc.constantFrom(`${name}[]`, `${name}[0]`, `${name}.x`, `${name}s`)),
  hostile,
);

function part(parameter: Parameter): fc.Arbitrary<QueryPart> {
  const value = fc.oneof({ weight: 3, arbitrary: sensible(parameter) }, { weight: 1, arbitrary: hostile });
  return fc.tuple(fc.constant(parameter.name), value);
}

function query({ parameters }: Operation): fc.Arbitrary<readonly QueryPart[]> {
  const known = parameters.filter((parameter) => parameter.in === 'query');
  const odd = fc.array(fc.tuple(anyName, hostile), { maxLength: 2 });
  const rarelyOdd = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: odd });
  if (known.length === 0) return odd;
  const required = known.filter((parameter) => parameter.required).map(part);
  const others = fc.array(fc.constantFrom(...known).chain(part), { maxLength: 4 });
  const needed = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(...required) },
    { weight: 1, arbitrary: fc.constant([]) },
  );
  return fc.tuple(needed, others, rarelyOdd).map((groups) => groups.flat());
}

// Characters that end a path belong to the query.
const pathValue = hostile.filter((value) => !/[?#;/\\]/.test(value) && value !== '');

function path({ path: template, parameters }: Operation): fc.Arbitrary<string> {
  const names = parameters.filter((parameter) => parameter.in === 'path');
  const values = names.map((parameter) =>
    fc.oneof({ weight: 3, arbitrary: sensible(parameter) }, { weight: 1, arbitrary: pathValue }),
  );
  return fc
    .tuple(...values)
    .map((filled) => names.reduce((at, { name }, i) => at.replace(`{${name}}`, () => filled[i]!), template));
}

const headers = fc.dictionary(
  fc.constantFrom(
    'accept',
    'accept-encoding',
    'accept-language',
    'content-type',
    'if-none-match',
    'if-modified-since',
    'origin',
    'range',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-http-method-override',
    'x-request-id',
    'x-api-key',
    'cookie',
  ),
  fc.constantFrom(
    '',
    '*',
    '*/*',
    'x',
    '"x"',
    'W/"x"',
    'application/json',
    'DELETE',
    '192.0.2.1',
    'bytes=0-1',
    '\xe9',
    'a'.repeat(500),
    "'--",
    '../..',
  ),
  { maxKeys: 3 },
);

/** Requests to all operations with every credential, sensible and hostile. */
export const fuzzRequest: fc.Arbitrary<FuzzRequest> = fc.constantFrom(...OPERATIONS).chain((operation) =>
  fc.record({
    method: fc.oneof(
      { weight: 12, arbitrary: fc.constant(operation.method) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'),
      },
    ),
    path: path(operation),
    query: query(operation),
    credential: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Credential>('live') },
      { weight: 2, arbitrary: fc.constantFrom(...CREDENTIALS) },
    ),
    headers: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
    body: fc.oneof(
      { weight: 8, arbitrary: fc.constant(undefined) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('', '{}', '{', '[]', '\0', '{"__proto__":{"x":1}}', 'x'.repeat(20_000)),
      },
    ),
  }),
);

const LISTED = OPERATIONS.find(({ path: each }) => each === '/doctors')!;
const FILTERS = LISTED.parameters.filter(
  ({ name }) => !/^(fields|format|group|limit|offset|gender|lat|lng|m(in|ax)Years)$/.test(name),
);

/** Valid filters of doctors, except gender, years, page, groups and form. */
export const doctorFilters: fc.Arbitrary<readonly QueryPart[]> = fc
  .uniqueArray(
    fc
      .constantFrom(...FILTERS)
      .chain((parameter) => fc.tuple(fc.constant(parameter.name), sensible(parameter))),
    { maxLength: 3, selector: ([name]) => name },
  )
  .map((filters) => {
    const needsPlace = filters.some(([name, value]) => name === 'within' || value.includes('distance'));
    const isDated = filters.some(([name]) => name === 'date');
    const fitting = filters.filter(([name]) => name !== 'days' || !isDated);
    return needsPlace && fitting.every(([name]) => name !== 'near') ? [...fitting, ['near', 'M5S']] : fitting;
  });
