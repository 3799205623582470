import {
  applyDecorators,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  UseGuards,
} from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Query, QueryReader, type RawParameters } from '@care-atlas/domain/contract';
import { type Described, fieldsOf } from '@care-atlas/domain/schema';
import { type Caller, type CallerRequest, KeyGuard } from '@care-atlas/server/access';
import { RevalidationGuard } from '@care-atlas/server/answers';
import { RateLimitGuard } from '@care-atlas/server/limits';
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

/** The request's parameters, read into a query class; a deprecated one is answered with a Deprecation header. */
export const ReadQuery = createParamDecorator<Described<Query>>(
  (described, context: ExecutionContext): Query => {
    const http = context.switchToHttp();
    const raw = http.getRequest<CallerRequest>().query as RawParameters;
    const { reader, deprecated } = readerOf(described);
    if (deprecated.some((name) => raw[name] !== undefined)) {
      http.getResponse<FastifyReply>().header('deprecation', DEPRECATED_SINCE);
    }
    return reader.read(raw);
  },
);

interface Reading {
  readonly reader: QueryReader<Query>;
  readonly deprecated: readonly string[];
}

const READINGS = new Map<Described<Query>, Reading>();

function readerOf(described: Described<Query>): Reading {
  let reading = READINGS.get(described);
  if (!reading) {
    const deprecated = fieldsOf(described)
      .filter(({ schema }) => schema.deprecated)
      .map(({ name }) => name);
    reading = { reader: new QueryReader(described), deprecated };
    READINGS.set(described, reading);
  }
  return reading;
}
