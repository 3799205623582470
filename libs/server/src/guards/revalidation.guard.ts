import { hash } from 'node:crypto';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import type { OperationName, RawParameters } from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import { LISTS } from '@care-atlas/domain/formats';
import type { CallerRequest } from '../access/caller.js';
import { MESSAGE_CODES, prefersCodes } from '../answers/message-codes.js';
import { mentionsFormat, representationOf } from '../answers/list-representation.js';

/** Thrown when the client already holds the answer; the error filter sends 304. */
export const NOT_MODIFIED = Symbol('not modified');

/** The injection token of a string that changes whenever answers may change: with a release or a configured size. */
export const GENERATION = Symbol('generation');

interface RouteOfOperation {
  readonly operation: OperationName;
}

/**
 * Recognizes requests for an answer that the client holds, before the answer is made. An answer depends only on the dataset
 * version, the day, the tier and the canonical request, in which a question for "now" has the minute.
 */
@Injectable()
export class RevalidationGuard implements CanActivate {
  constructor(
    private readonly directory: Directory,
    @Inject(GENERATION) private readonly generation: string,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.getArgByIndex<CallerRequest>(0);
    request.tagSeed = `${this.generation} ${request.caller.tier} ${canonical(request.url)}`;
    if (prefersCodes(request)) request.tagSeed += ` ${MESSAGE_CODES}`;
    // Without a tag to compare, the answer brings its own.
    const isConditional = request.headers['if-none-match'] !== undefined;
    const hasFormat = mentionsFormat(request);
    if (!isConditional && !hasFormat) return true;
    const { operation } = request.routeOptions.config as unknown as RouteOfOperation;
    const shape = LISTS.get(operation);
    request.isList = shape !== undefined;
    if (shape && hasFormat) request.representation = representationOf(shape, request);
    if (request.representation) request.tagSeed += ` ${request.representation.format}`;
    if (!isConditional) return true;
    const tag = this.directory.tagOf(operation, request.query as RawParameters);
    request.etag = entityTag(request.tagSeed, tag);
    return true;
  }
}

/** Returns the entity tag of an answer. @param tag the version of the answer */
export function entityTag(seed: string, tag: string): string {
  return `"${hash('sha1', `${seed} ${tag}`, 'base64url')}"`;
}

/** Returns whether a client holds the answer to its request. `*` is left to the answer, which may be an error. */
export function isUnchanged({ headers, etag }: CallerRequest): boolean {
  return etag !== undefined && namesTag(headers['if-none-match'], etag);
}

/** Returns whether an If-None-Match header lists an entity tag. */
export function namesTag(held: string | undefined, etag: string): boolean {
  return held?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
}

/** Returns whether an If-None-Match header names any entity tag. */
export function namesAnyTag(held: string | undefined): boolean {
  return held?.trim() === '*';
}

// Sorted, so that the order of parameters does not change the tag.
function canonical(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return url;
  const parameters = url.slice(start + 1).split('&');
  return `${url.slice(0, start)}?${parameters.toSorted().join('&')}`;
}
