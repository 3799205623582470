import {
  applyDecorators,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  UseGuards,
} from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { PageQuery, type Query, QueryReader, type RawParameters } from '@care-atlas/domain/contract';
import { type Described, fieldsOf } from '@care-atlas/domain/schema';
import type { Caller, CallerRequest } from '@care-atlas/server/access';
import { filtersOf, linkWarning } from '@care-atlas/server/answers';
import { KeyGuard, RateLimitGuard, RevalidationGuard } from '@care-atlas/server/guards';
import type { FastifyReply } from 'fastify';

// RFC 9745: since when a deprecated parameter has been so, in seconds since 1970 (2026-11-20).
const DEPRECATED_SINCE = '@1795132800';

/** A controller whose operations need a key: recognised, tagged for revalidation, then counted, in this order. */
export function Keyed(path: string, tag: string): ClassDecorator {
  return applyDecorators(
    Controller(path),
    UseGuards(KeyGuard, RevalidationGuard, RateLimitGuard),
    ApiTags(tag),
    ApiBearerAuth('key'),
  );
}

/** A controller whose operations need a key and change something: recognised, then counted. */
export function Counted(path: string, tag: string): ClassDecorator {
  return applyDecorators(
    Controller(path),
    UseGuards(KeyGuard, RateLimitGuard),
    ApiTags(tag),
    ApiBearerAuth('key'),
  );
}

/** Who is calling. */
export const CallerOf = createParamDecorator<void>(
  (_data, context: ExecutionContext): Caller => context.switchToHttp().getRequest<CallerRequest>().caller,
);

/**
 * The request's parameters, read into a query class; a deprecated one is answered with a Deprecation header. Of a
 * list, keeps for its links what they repeat, and warns when it does not fit.
 */
export const ReadQuery = createParamDecorator<Described<Query>>(
  (described, context: ExecutionContext): Query => {
    const http = context.switchToHttp();
    const request = http.getRequest<CallerRequest>();
    const raw = request.query as RawParameters;
    const { reader, deprecated, filters } = readerOf(described);
    if (deprecated.some((name) => raw[name] !== undefined)) {
      http.getResponse<FastifyReply>().header('deprecation', DEPRECATED_SINCE);
    }
    const query = reader.read(raw);
    if (!filters) return query;
    request.filters = filtersOf(raw, filters);
    const warning = linkWarning(request.filters);
    if (warning === undefined) return query;
    return Object.assign(query, { warnings: [...(query.warnings ?? []), warning] });
  },
);

interface Reading {
  readonly reader: QueryReader<Query>;
  readonly deprecated: readonly string[];
  /** Of a list, the names of its parameters besides those of the page. */
  readonly filters: readonly string[] | undefined;
}

const READINGS = new Map<Described<Query>, Reading>();
const PAGE_NAMES = fieldsOf(PageQuery).map(({ name }) => name);

function readerOf(described: Described<Query>): Reading {
  let reading = READINGS.get(described);
  if (!reading) {
    const fields = fieldsOf(described);
    const names = fields.map(({ name }) => name);
    reading = {
      reader: new QueryReader(described),
      deprecated: fields.filter(({ schema }) => schema.deprecated).map(({ name }) => name),
      filters: names.includes('offset') ? names.filter((name) => !PAGE_NAMES.includes(name)) : undefined,
    };
    READINGS.set(described, reading);
  }
  return reading;
}
