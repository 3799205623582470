import { hash } from 'node:crypto';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { Directory } from '@care-atlas/domain/directory';
import type { CallerRequest } from '../access/caller.js';

/** Thrown when the client already holds the answer; the error filter sends 304. */
export const NOT_MODIFIED = Symbol('not modified');

/** The injection token of a string that changes whenever answers may change: with a release or a configured size. */
export const GENERATION = Symbol('generation');

/**
 * Sets the entity tag of a request before its answer is made. An answer depends only on the dataset version, the hour,
 * the tier and the canonical request.
 */
@Injectable()
export class RevalidationGuard implements CanActivate {
  constructor(
    private readonly directory: Directory,
    @Inject(GENERATION) private readonly generation: string,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.getArgByIndex<CallerRequest>(0);
    const seed = `${this.generation} ${this.directory.tag} ${request.caller.tier} ${canonical(request.url)}`;
    request.etag = `"${hash('sha1', seed, 'base64url')}"`;
    return true;
  }
}

/** Returns whether If-None-Match names the entity tag of the request. */
export function isUnchanged({ headers, etag }: CallerRequest): boolean {
  const held = headers['if-none-match'];
  if (held === undefined || etag === undefined) return false;
  return held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

// Sorted, so that the order of parameters does not change the tag.
function canonical(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return url;
  const parameters = url.slice(start + 1).split('&');
  return `${url.slice(0, start)}?${parameters.toSorted().join('&')}`;
}
