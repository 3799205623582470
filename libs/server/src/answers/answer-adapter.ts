import { FastifyAdapter } from '@nestjs/platform-fastify';
import { listCursor } from '@care-atlas/data/directory';
import { Answer } from '@care-atlas/domain/contract';
import type { PositionOf } from '@care-atlas/domain/formats';
import type { FastifyReply } from 'fastify';
import type { IncomingRequest } from '../access/caller.js';
import { entityTag, namesAnyTag } from '../guards/revalidation.guard.js';
import { sendRepresentation } from './list-representation.js';
import { MESSAGE_CODES, prefersCodes, withMessages } from './message-codes.js';
import { linksTo } from './page-links.js';
import { selectedAnswer } from './selected-answer.js';

const RECORD_HEADERS = { 'cache-control': 'private, no-cache', vary: 'Authorization' };
const LIST_HEADERS = { ...RECORD_HEADERS, vary: 'Authorization, Accept' };

/** Returns the headers of an answer that a client may store and must revalidate. */
export function revalidationHeaders(request: IncomingRequest): Readonly<Record<string, string>> {
  const headers = request.isList === true ? LIST_HEADERS : RECORD_HEADERS;
  return prefersCodes(request) ? { ...headers, vary: `${headers.vary}, Prefer` } : headers;
}

/** The version of the dataset that an answer is from. */
const DATASET_VERSION = 'x-dataset-version';
/** Where the feed of changes continues a list. */
const CURSOR = 'x-cursor';

/** Names the dataset version in an answer to an admitted request that is not from the directory. */
export function setDatasetVersion({ datasetVersion }: IncomingRequest, reply: FastifyReply): void {
  if (datasetVersion !== undefined) reply.header(DATASET_VERSION, datasetVersion);
}

/** A Fastify adapter that sends the directory's answers as their bytes, with their HTTP headers. */
export class AnswerAdapter extends FastifyAdapter {
  /** Set by a service that sends lists as GeoJSON. */
  positionOf: PositionOf = () => undefined;

  override reply(...[response, body, status]: Parameters<FastifyAdapter['reply']>): FastifyReply {
    const reply = response as FastifyReply;
    const request = reply.request as IncomingRequest;
    if (!(body instanceof Answer)) {
      setDatasetVersion(request, reply);
      return super.reply(response, body, status);
    }
    if (request.tagSeed !== undefined && body.tag !== undefined)
      reply
        .header('etag', entityTag(request.tagSeed, body.tag))
        .header(DATASET_VERSION, body.dataset)
        .headers(revalidationHeaders(request));
    if (request.isContinued === true && body.tag !== undefined) reply.header(CURSOR, listCursor(body.tag));
    // Known only now: an error is no answer that the client may hold.
    if (namesAnyTag(request.headers['if-none-match'])) return reply.code(304).send();
    const links = body.page && linksTo(request.filters ?? '', body.page);
    if (links !== undefined) reply.header('link', links);
    const { representation, selection } = request;
    if (representation) return sendRepresentation(reply, representation, body, this.positionOf, selection);
    reply.header('content-type', 'application/json; charset=utf-8');
    const answer = selection ? selectedAnswer(body, selection) : body;
    if (!prefersCodes(request)) return reply.send(sendable(answer.content));
    return reply.header('preference-applied', MESSAGE_CODES).send(withMessages(answer));
  }
}

// Fastify sends a Buffer as it is; a Buffer over the same memory copies nothing.
function sendable(content: string | Uint8Array): string | Buffer {
  if (typeof content === 'string') return content;
  return Buffer.from(content.buffer, content.byteOffset, content.length);
}
