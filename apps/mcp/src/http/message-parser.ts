import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Maximum levels of a message. Arguments need few, and the protocol library reads JSON recursively. */
const MAX_LEVELS = 100;

/** A body that is not a message of the protocol, as the answer of JSON-RPC to it. */
export class UnreadableMessage {
  readonly answer: object;

  constructor(code: number, message: string, id: unknown = null) {
    this.answer = { jsonrpc: '2.0', error: { code, message }, id };
  }
}

const NO_JSON = new UnreadableMessage(ProtocolErrorCode.ParseError, 'The body is not valid JSON.');
const TOO_DEEP = new UnreadableMessage(
  ProtocolErrorCode.InvalidRequest,
  `A message may have at most ${MAX_LEVELS} levels.`,
);

const CALL_NEEDS =
  'A call needs the name of a tool as text, and its arguments as an object, such as {"name":"search_doctors","arguments":{"near":"Union"}}.';

type Done = (error: Error | null, body?: unknown) => void;

/** Returns a parser of bodies. It passes an unreadable one on, so that a request without a key is answered 401 first. */
export function messageParser(fastify: FastifyInstance) {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, body: Buffer, done: Done): void => {
    void parse(request, body.toString(), (error, message) => {
      const failure = error ? NO_JSON : TOO_DEEP;
      done(null, error || isDeeper(message, MAX_LEVELS) ? failure : withoutNull(message));
    });
  };
}

/** Returns a message without `params` that are null, which some clients send for none. */
function withoutNull(message: unknown): unknown {
  if (Array.isArray(message)) {
    const read = message.map(withoutNull);
    return read.some((each) => each instanceof UnreadableMessage) ? message : read;
  }
  if (typeof message !== 'object' || message === null) return message;
  const { params, ...others } = message as { method?: unknown; id?: unknown; params?: unknown };
  if (params === null) return others;
  if (others.method === 'tools/call') return readableCall(others, params);
  return message;
}

/** Returns a call of a tool with its arguments as an object, or what it needs: the protocol library would answer with a dump. */
function readableCall(others: { readonly id?: unknown }, params: unknown): unknown {
  const { name, arguments: sent, ...more } = (params ?? {}) as { name?: unknown; arguments?: unknown };
  const args = sent === null ? undefined : typeof sent === 'string' ? objectOf(sent) : sent;
  const isObject = typeof args === 'object' && args !== null && !Array.isArray(args);
  if (
    typeof name !== 'string' ||
    (args !== undefined && !isObject) ||
    (typeof sent === 'string' && !isObject)
  )
    return new UnreadableMessage(ProtocolErrorCode.InvalidParams, CALL_NEEDS, others.id);
  return { ...others, params: { ...more, name, ...(isObject && { arguments: args }) } };
}

/** Returns the object that a text is the JSON of; undefined for another text. */
function objectOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
