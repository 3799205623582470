/** A number of JSON as its text has it: `JSON.stringify` writes it again digit by digit. */
export interface RawNumber {
  readonly rawJSON: string;
}

/** What JSON can do with the text of numbers, and the standard library of TypeScript does not declare yet. */
interface ExactJson {
  parse(
    text: string,
    revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
}
const EXACT = JSON as unknown as ExactJson;

/** JSON of which a number may have an exponent, or more digits than a number of JavaScript keeps. */
const MAY_BE_RAW = /\d[\d.]{15}|\d[eE]/;
/** A number in its shortest form: most are. */
const SHORTEST = /^-?[1-9]\d{0,14}(?:\.\d{0,14}[1-9])?$/;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Parses JSON. A number that JavaScript would round, such as an id beyond 2^53, is a RawNumber.
 * @throws SyntaxError when the text is not JSON, and RangeError when it is nested too deep
 */
export function parseJson(text: string): unknown {
  if (!MAY_BE_RAW.test(text)) return JSON.parse(text) as unknown;
  return EXACT.parse(text, (_, value, { source }) =>
    typeof value === 'number' ? exactNumber(source!) : value,
  );
}

/** Returns the number of a text: raw where JavaScript would round it, or has no such number. @param text as JSON writes it */
export function exactNumber(text: string): number | RawNumber {
  const value = Number(text);
  if (!MAY_BE_RAW.test(text)) return value;
  const digits = decimalText(text);
  return digits !== undefined && digits === decimalText(String(value)) ? value : EXACT.rawJSON(text);
}

export function isRawNumber(value: unknown): value is RawNumber {
  return typeof value === 'object' && value !== null && EXACT.isRawJSON(value);
}

/**
 * Returns a number in decimal digits, without an exponent and without zeros that say nothing: "4.365e1" is "43.65".
 * @returns undefined for another text, and for a number that is too large to be one
 */
export function decimalText(text: string): string | undefined {
  if (SHORTEST.test(text)) return text;
  const [, sign = '', whole, fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const value = Number(text);
  if (whole === undefined || !Number.isFinite(value)) return undefined;
  // Zero has no sign, and nor has what is too small to be a number.
  if (value === 0) return '0';
  const point = whole.length + Number(exponent);
  const digits = point > 0 ? (whole + fraction).padEnd(point, '0') : '0'.repeat(1 - point) + whole + fraction;
  const end = Math.max(point, 1);
  const before = digits.slice(0, end).replace(/^0+(?=\d)/, '');
  const after = digits.slice(end).replace(/0+$/, '');
  return sign + before + (after && `.${after}`);
}
