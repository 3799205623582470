import { type Item, LISTS, type ListShape } from '@care-atlas/domain/formats';
import type { FastifyReply } from 'fastify';

/** The most bytes of all headers of an answer. */
const LARGEST_HEAD = 4_096;
/** Room for the status line, for what Node and Fastify add (date, length, connection), and for `X-Truncated`. */
const RESERVED = 448;
/** Names the headers that do not hold all of their member. */
export const TRUNCATED = 'X-Truncated';

/** Returns the header that carries a member of a list's envelope: `X-Total-Count`, or `X-` and its name. */
export function envelopeHeader(member: string): string {
  if (member === 'total') return 'X-Total-Count';
  return `X-${member[0]!.toUpperCase()}${member.slice(1).replace(/[A-Z]/g, '-$&')}`;
}

/** The headers of all lists. */
export const ENVELOPE_HEADERS: readonly string[] = [
  ...new Set([...LISTS.values()].flatMap(({ envelope }) => envelope.map(envelopeHeader))),
  TRUNCATED,
];

/**
 * Sets the members around the items of a list as headers, in JSON without characters beyond ASCII. A list of which not
 * all values fit is cut after those that do.
 */
export function setEnvelopeHeaders(reply: FastifyReply, { envelope }: ListShape, list: Item): void {
  let room = LARGEST_HEAD - RESERVED - sizeOf(reply.getHeaders());
  const truncated: string[] = [];
  for (const member of envelope) {
    const value = list[member];
    if (value === undefined) continue;
    const name = envelopeHeader(member);
    const { text, isWhole } = fittingJson(value, room - sizeOf({ [name]: '' }));
    if (!isWhole) truncated.push(name);
    if (text === undefined) continue;
    reply.header(name, text);
    room -= sizeOf({ [name]: text });
  }
  if (truncated.length > 0) reply.header(TRUNCATED, truncated.join(', '));
}

function fittingJson(value: unknown, room: number): { text?: string; isWhole: boolean } {
  const whole = asciiJson(value);
  if (whole.length <= room) return { text: whole, isWhole: true };
  if (!Array.isArray(value)) return { isWhole: false };
  let text = '[';
  for (const item of value) {
    const next = `${text}${text === '[' ? '' : ','}${asciiJson(item)}`;
    if (next.length >= room) break;
    text = next;
  }
  return { text: text === '[' ? undefined : `${text}]`, isWhole: false };
}

/** Returns JSON of printable ASCII characters only: no other character may be in a header. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns the bytes of headers, with the separators and line ends. */
function sizeOf(headers: Readonly<Record<string, unknown>>): number {
  return Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + String(value).length + 4,
    0,
  );
}
