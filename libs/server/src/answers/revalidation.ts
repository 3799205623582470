import { hash } from 'node:crypto';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { Directory } from '@care-atlas/domain/directory';
import type { CallerRequest } from '../access/caller.js';

/** Thrown where it turns out that the client holds the answer already; the error filter sends 304. */
export const NOT_MODIFIED = Symbol('not modified');

/** Token of a text that changes whenever a request may be answered differently: a release, a configured size. */
export const GENERATION = Symbol('generation');

/**
 * Tags what a request will be answered with: an answer depends on the dataset version, the hour, the tier and
 * the canonical request, and on nothing else, so that the tag is known before the answer is made.
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

/** Whether the client says that it holds the answer that the request is tagged with. */
export function isUnchanged(request: CallerRequest): boolean {
  const held = request.headers['if-none-match'];
  if (held === undefined || request.etag === undefined) return false;
  const { etag } = request;
  return held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** The request with its parameters in one order, so that reordering them does not change its tag. */
function canonical(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return url;
  const parameters = url.slice(start + 1).split('&');
  return `${url.slice(0, start)}?${parameters.toSorted().join('&')}`;
}
