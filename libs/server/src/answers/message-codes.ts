import type { Answer } from '@care-atlas/domain/contract';
import type { FastifyRequest } from 'fastify';

/** The preference (RFC 7240) for messages as codes with parameters, for clients that write them in another language. */
export const MESSAGE_CODES = 'messages=codes';

/** Returns whether a client prefers the messages of an answer as codes, too. */
export function prefersCodes({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { prefer } = headers;
  return (
    prefer !== undefined && [prefer].flat().some((list) => list.split(/\s*,\s*/).includes(MESSAGE_CODES))
  );
}

/** Returns the JSON of an answer with its messages as the last member. The sentences stay where they are. */
export function withMessages({ text, messages: { warnings, notes } }: Answer<unknown>): string {
  return `${text.slice(0, -1)},"messages":${JSON.stringify({ warnings, notes: notes?.() })}}`;
}
