/** Text that PostgreSQL cannot store. */
export const UNSTORABLE = ['a\0b', '\0', '\ud800', 'x\udc00y', '\udfff\ud800'] as const;

const TEXTS = [
  ...UNSTORABLE,
  '',
  ' ',
  '\n',
  '日本語',
  'עברית',
  '𝒜'.repeat(60),
  'é'.repeat(127),
  '\u202e',
  '\ufeff',
  '\ufffe\uffff',
  'x'.repeat(300),
  'x'.repeat(3_000),
  "'; select pg_sleep(9)--",
  '%',
  '__proto__',
  '../../etc/passwd',
  '/',
  '.',
  '(a+)+$',
  '-1',
  '0',
  '1.5',
  '1e309',
  'NaN',
  'null',
  '2147483648',
  '99999999999999999999',
  '2026-02-30',
  '2026-11-20T24:00:00Z',
  '2026-11-20T23:59:60Z',
  '2026-W53-7',
  '2026-W47',
  '2026-366',
  '20261120',
  '2026',
  '0000-01-01',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '00000000-0000-0000-0000-00000000000g',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
] as const;

/** Hostile values of a member of a JSON body, as they are sent. */
export const HOSTILE_JSON: readonly string[] = [
  ...TEXTS.map((text) => JSON.stringify(text)),
  JSON.stringify('x'.repeat(100_000)),
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '2147483648',
  '9007199254740993',
  '1e308',
  '1e309',
  '-1e309',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[1,2,3]',
  '["a\\u0000b"]',
  '{"a":null}',
  '{"a":"b"}',
  '{"a\\u0000b":"c"}',
  '{"a":{"b":["\\ud800"]}}',
  '{"id":"a\\u0000b","response":{}}',
  '{"length":1000000000}',
  '{"toString":1,"valueOf":2}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
];

/** Hostile bodies as a whole. */
export const HOSTILE_BODIES: readonly (string | undefined)[] = [
  undefined,
  '',
  ' ',
  '{',
  '{}}',
  'null',
  'true',
  '1',
  '1e309',
  '"x"',
  '"a\\u0000b"',
  '[]',
  '[{}]',
  '[null]',
  '[[1]]',
  '{}',
  '{"__proto__":{"x":1}}',
  '{"a\\u0000b":1}',
  '{"unknown":1}',
  '{"rows":{},"skipped":{}}',
  '{"rows":{"0":["\\ud800"]},"skipped":{}}',
  '\0',
  '\ufeff{}',
  'a=b',
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a\0b"\r\n\r\nx\r\n--x--',
];

/** Percent-encodes text as UTF-8, including a lone surrogate, which correct encoders reject. */
function encoded(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0)!;
    if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(character);
    const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
    return bytes.map((byte) => `%${byte.toString(16)}`).join('');
  }).join('');
}

/** Hostile parts of a URL, correctly encoded or not. */
export const HOSTILE_URL: readonly string[] = [
  ...TEXTS.map(encoded),
  '%C0%80',
  '%e2%28%a1',
  '%',
  '%zz',
  '%u0000',
  '%25',
  '+',
  '[',
  '..%2f..%2fetc%2fpasswd',
  '%0d%0aX-Injected:%201',
  'x'.repeat(9_000),
];

/** Hostile headers. Node refuses to send a NUL in one, and its parser to receive it. */
export const HOSTILE_HEADERS: Readonly<Record<string, readonly string[]>> = {
  'user-agent': ['', '\x80\xff\xe9', 'x'.repeat(5_000), 'x'.repeat(20_000), '%00', '\\u0000', "'--"],
  'x-request-id': ['', 'short', 'x'.repeat(200), '%00%00%00%00', 'é'.repeat(9), '12345678'],
  'x-forwarded-for': ['', 'nowhere', '%00', '::1, 192.0.2.1', ':::::', 'x'.repeat(4_000), '1:2', '\xff'],
  'x-forwarded-proto': ['https', 'gopher', '%00', ''],
  'x-forwarded-host': ['', 'elsewhere.example', '\xff', '%00'],
  'x-csrf-token': ['', 'x', '%00', '\xff', 'a.b.c'],
  'x-background': ['', '1'],
  cookie: ['', 'care-atlas-session=%00', 'care-atlas-session=%', 'care-atlas-csrf=%00.x', ';;;=', 'a=\xff'],
  accept: ['', 'text/html', '*/*;q=x', '\xff'],
  'accept-language': ['fr', '%00', '\xff'],
  'if-none-match': ['*', '"x"'],
  origin: ['null', 'http://elsewhere.example', '%00', ''],
  range: ['bytes=0-1', 'x'],
  'sec-fetch-site': ['cross-site', 'none', ''],
};

export const CONTENT_TYPES: readonly (string | undefined)[] = [
  undefined,
  '',
  'application/json',
  'application/json; charset=utf-16',
  'application/octet-stream',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  '*/*',
  'x',
  'application/json\xff',
];
