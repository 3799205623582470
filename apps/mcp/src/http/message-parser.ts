import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Maximum levels of a message. Arguments need few, and the protocol library reads JSON recursively. */
const MAX_LEVELS = 100;

/** A body that is not a message of the protocol, as the answer of JSON-RPC to it. */
export class UnreadableMessage {
  readonly answer: object;

  constructor(code: number, message: string) {
    this.answer = { jsonrpc: '2.0', error: { code, message }, id: null };
  }
}

const NO_JSON = new UnreadableMessage(ProtocolErrorCode.ParseError, 'The body is not valid JSON.');
const TOO_DEEP = new UnreadableMessage(
  ProtocolErrorCode.InvalidRequest,
  `A message may have at most ${MAX_LEVELS} levels.`,
);

type Done = (error: Error | null, body?: unknown) => void;

/** Returns a parser of bodies. It passes an unreadable one on, so that a request without a key is answered 401 first. */
export function messageParser(fastify: FastifyInstance) {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, body: Buffer, done: Done): void => {
    void parse(request, body.toString(), (error, message) => {
      const failure = error ? NO_JSON : TOO_DEEP;
      done(null, error || isDeeper(message, MAX_LEVELS) ? failure : message);
    });
  };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
