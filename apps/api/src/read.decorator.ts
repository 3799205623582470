import { applyDecorators, createParamDecorator, type ExecutionContext, Get, UseGuards } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import {
  type Answer,
  type AnswerOf,
  type Operation,
  type OperationName,
  OPERATIONS,
  PageQuery,
  type Query,
  QueryReader,
  type RawParameters,
  type ReadArguments,
} from '@care-atlas/domain/contract';
import { type Described, fieldsOf } from '@care-atlas/domain/schema';
import type { CallerRequest } from '@care-atlas/server/access';
import { filtersOf, linkWarning } from '@care-atlas/server/answers';
import { KeyGuard, RateLimitGuard, RevalidationGuard } from '@care-atlas/server/guards';
import type { FastifyReply } from 'fastify';
import { Describe } from './openapi/describe.decorator.js';

// RFC 9745: the date since which a deprecated parameter is deprecated, in seconds since 1970 (2026-11-20).
const DEPRECATED_SINCE = '@1795132800';

/** Requires a key for every operation of a controller that reads: authenticates, tags for revalidation, then counts. */
export function Keyed(): ClassDecorator {
  return applyDecorators(UseGuards(KeyGuard, RevalidationGuard, RateLimitGuard), ApiBearerAuth('key'));
}

/** Requires a key for every operation of a controller that changes something: authenticates, then counts. */
export function Counted(): ClassDecorator {
  return applyDecorators(UseGuards(KeyGuard, RateLimitGuard), ApiBearerAuth('key'));
}

type Handler<Name extends OperationName> = (request: ReadArguments<Name>) => Answer<AnswerOf<Name>>;

/** Serves an operation: routes its path, documents it, and passes the handler the arguments of the read. */
export function Read<Name extends OperationName>(name: Name) {
  const operation: Operation = OPERATIONS[name];
  const describe = applyDecorators(
    Get(operation.path.replace(/\{(\w+)\}/g, ':$1')),
    Describe({ name, ...operation }),
  );
  const readRequest = RequestArguments(operation);
  return (target: object, key: string, descriptor: TypedPropertyDescriptor<Handler<Name>>): void => {
    readRequest(target, key, 0);
    describe(target, key, descriptor);
  };
}

const RequestArguments = createParamDecorator<Operation>(
  ({ subject, query: described }, context: ExecutionContext): unknown[] => {
    const http = context.switchToHttp();
    const request = http.getRequest<CallerRequest>();
    const query = readQuery(described, request, http.getResponse<FastifyReply>());
    const { sizes } = request.caller;
    if (!subject) return [query, sizes];
    return [(request.params as Readonly<Record<string, string>>)[subject.name], query, sizes];
  },
);

/**
 * Parses the parameters of a request. Answers a deprecated parameter with a Deprecation header. For a list, keeps the
 * filters that its links repeat, and warns when they do not fit.
 */
function readQuery(described: Described<Query>, request: CallerRequest, reply: FastifyReply): Query {
  const raw = request.query as RawParameters;
  const { reader, deprecated, filters } = parserOf(described);
  if (deprecated.some((name) => raw[name] !== undefined)) reply.header('deprecation', DEPRECATED_SINCE);
  const query = reader.read(raw);
  if (!filters) return query;
  request.filters = filtersOf(raw, filters);
  const warning = linkWarning(request.filters);
  if (warning === undefined) return query;
  return Object.assign(query, { warnings: [...(query.warnings ?? []), warning] });
}

interface Parser {
  readonly reader: QueryReader<Query>;
  readonly deprecated: readonly string[];
  /** For a list, the names of its parameters besides those of the page. */
  readonly filters: readonly string[] | undefined;
}

const PARSERS = new Map<Described<Query>, Parser>();
const PAGE_NAMES = fieldsOf(PageQuery).map(({ name }) => name);

function parserOf(described: Described<Query>): Parser {
  let parser = PARSERS.get(described);
  if (!parser) {
    const fields = fieldsOf(described);
    const names = fields.map(({ name }) => name);
    parser = {
      reader: new QueryReader(described),
      deprecated: fields.filter(({ schema }) => schema.deprecated).map(({ name }) => name),
      filters: names.includes('offset') ? names.filter((name) => !PAGE_NAMES.includes(name)) : undefined,
    };
    PARSERS.set(described, parser);
  }
  return parser;
}
