import Negotiator from 'negotiator';
import type { Answer, RawParameters } from '@care-atlas/domain/contract';
import {
  type Item,
  type ListFormat,
  type ListRepresentation,
  type ListShape,
  listText,
  MEDIA_TYPES,
  type PositionOf,
  type Selection,
} from '@care-atlas/domain/formats';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setEnvelopeHeaders } from './envelope-headers.js';
import { withAbsence } from './selected-answer.js';

const MENTIONED = /text\/csv|application\/geo\+json/i;

/** Returns whether a request may ask for a list in another form than JSON. */
export function mentionsFormat({ headers, query }: FastifyRequest): boolean {
  const { accept } = headers;
  return (query as RawParameters)['format'] !== undefined || (accept !== undefined && MENTIONED.test(accept));
}

/** Returns the form that a request asks for: by `format`, else by the first choice of `Accept`. Undefined for JSON. */
export function representationOf(
  shape: ListShape,
  { headers, query }: FastifyRequest,
): ListRepresentation | undefined {
  // An empty parameter is absent.
  const requested = (query as RawParameters)['format'] || acceptedFormat(shape, headers.accept);
  const format = shape.formats.find((each) => each === requested);
  return format && { format, shape };
}

function acceptedFormat({ formats }: ListShape, accept: string | undefined): ListFormat | undefined {
  const types = ['application/json', ...formats.map((format) => MEDIA_TYPES[format])];
  // With the parameter that clients may send: negotiator compares it.
  const offered = types.map((type) => `${type};charset=utf-8`);
  const chosen = new Negotiator({ headers: { accept } }).mediaType(offered);
  return formats[offered.indexOf(chosen ?? '') - 1];
}

/** Sends a list in another form than JSON, with the members around its items as headers. */
export function sendRepresentation(
  reply: FastifyReply,
  { format, shape }: ListRepresentation,
  answer: Answer<unknown>,
  positionOf: PositionOf,
  selection?: Selection,
): FastifyReply {
  const list = selection ? withAbsence(answer, selection).value : (answer.value as Item);
  reply.header('content-type', `${MEDIA_TYPES[format]}; charset=utf-8`);
  setEnvelopeHeaders(reply, shape, list);
  return reply.send(listText(format, shape, list, positionOf, selection));
}
