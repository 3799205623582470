import { applyDecorators, createParamDecorator, type ExecutionContext, Get, UseGuards } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import {
  type Answer,
  type AnswerOf,
  type Operation,
  type OperationName,
  OPERATIONS,
  PageQuery,
  Query,
  QueryReader,
  type RawParameters,
  type ReadArguments,
  requireStorable,
  type Subject,
} from '@care-atlas/domain/contract';
import { english } from '@care-atlas/domain/messages';
import { IDENTITY, LISTS, SELECTABLE, Selection } from '@care-atlas/domain/formats';
import { type Described, fieldsOf, List, OneOf } from '@care-atlas/domain/schema';
import type { CallerRequest } from '@care-atlas/server/access';
import { filtersOf, linkWarning } from '@care-atlas/server/answers';
import { KeyGuard, RateLimitGuard, RevalidationGuard } from '@care-atlas/server/guards';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from './openapi/describe.decorator.js';

// RFC 9745: the date since which a deprecated parameter is deprecated, in seconds since 1970 (2026-11-20).
const DEPRECATED_SINCE = '@1795132800';

/** Requires a key for the read operations of a controller: authenticates, answers 304 if unchanged, then counts. */
export function Keyed(): ClassDecorator {
  return applyDecorators(UseGuards(KeyGuard, RevalidationGuard, RateLimitGuard), ApiBearerAuth('key'));
}

/** Requires a key for the write operations of a controller: authenticates, then counts. */
export function Counted(): ClassDecorator {
  return applyDecorators(UseGuards(KeyGuard, RateLimitGuard), ApiBearerAuth('key'));
}

type Handler<Name extends OperationName> = (request: ReadArguments<Name>) => Answer<AnswerOf<Name>>;

/** Serves a read operation: routes its path, documents it, and passes its arguments to the handler. */
export function Read<Name extends OperationName>(name: Name) {
  const operation: Operation = OPERATIONS[name];
  const shape = LISTS.get(name);
  const query = withForm(operation.query, name);
  const describe = applyDecorators(
    Get(operation.path.replace(/\{(\w+)\}/g, ':$1')),
    Describe({ tag: tagOf(operation), ...operation, name, query, shape }),
  );
  const parser = parserFor(query, name);
  const readRequest = RequestArguments({ subject: operation.subject, parser });
  return (target: object, key: string, descriptor: TypedPropertyDescriptor<Handler<Name>>): void => {
    readRequest(target, key, 0);
    describe(target, key, descriptor);
  };
}

/** Returns a query with the parameters of the form of the answer, which only requests over HTTP have. */
function withForm(query: Described<Query>, name: OperationName): Described<Query> {
  const names = SELECTABLE.get(name)?.names;
  if (!names) return query;
  class SelectingQuery extends query {
    @List({
      of: names,
      description:
        'Members to return of each record; the others are absent, but for id and cpsoNumber. A dot leads to the members of a record inside it.',
      example: [names.find((each) => !IDENTITY.includes(each))!],
    })
    fields?: readonly string[];
  }
  const shape = LISTS.get(name);
  if (!shape) return SelectingQuery;
  class ListQuery extends SelectingQuery {
    @OneOf([...shape.formats, 'json'], {
      description:
        'Form of the answer; without it, the first choice of Accept. In csv and geojson the envelope is in headers.',
      example: 'csv',
    })
    format?: string;
  }
  return ListQuery;
}

/** Returns the tag in the OpenAPI document, such as "Doctors": the first part of the path. */
function tagOf({ path }: Operation): string {
  return path.replace(/^\/(.)(\w*).*/, (_, first: string, rest: string) => first.toUpperCase() + rest);
}

/** The lists whose changes the feed tells, each with its filters. */
export const CONTINUED: readonly string[] = [
  'listDoctors',
  'searchDoctors',
  'listClinics',
  'listSpecialists',
] satisfies OperationName[];

const RequestArguments = createParamDecorator<{ subject?: Subject; parser: Parser }>(
  ({ subject, parser }, context: ExecutionContext): unknown[] => {
    const http = context.switchToHttp();
    const request = http.getRequest<CallerRequest>();
    const params = readPath(request);
    const query = readQuery(parser, request, http.getResponse<FastifyReply>());
    const { sizes } = request.caller;
    if (!subject) return [query, sizes];
    return [params[subject.name], query, sizes];
  },
);

/** Returns the parameters in the path of a request. @throws DirectoryError `missing_param` for text that cannot be stored */
export function readPath({ params }: FastifyRequest): Readonly<Record<string, string | undefined>> {
  requireStorable(params, 'path');
  return params as Readonly<Record<string, string>>;
}

/**
 * Parses the parameters of a request. Adds a Deprecation header if a parameter is deprecated. For a list, keeps the
 * filters for its links, and warns if they do not fit.
 */
function readQuery(parser: Parser, request: CallerRequest, reply: FastifyReply): Query {
  const { reader, deprecated, filters, member, isList, isContinued } = parser;
  const raw = reader.joinLists(request.query as RawParameters);
  if (deprecated.some((name) => Object.hasOwn(raw, name))) reply.header('deprecation', DEPRECATED_SINCE);
  if (isList) request.isList = true;
  if (isContinued) request.isContinued = true;
  const query = reader.read(raw);
  const { fields } = query as { readonly fields?: readonly string[] };
  if (fields && member !== undefined) request.selection = new Selection(member, fields);
  if (!filters) return query;
  request.filters = filtersOf(raw, filters);
  const warning = linkWarning(request.filters);
  if (warning === undefined) return query;
  return Object.assign(query, { warnings: [...(query.warnings ?? []), warning] });
}

const NO_PARAMETERS = new QueryReader(Query);

/** Returns the warnings of an operation without parameters, as a member of its answer; absent if there are none. */
export function warningsOf(request: FastifyRequest): { readonly warnings?: readonly string[] } {
  const warnings = NO_PARAMETERS.warningsAbout(request.query as RawParameters);
  return warnings ? { warnings: warnings.map(english) } : {};
}

interface Parser {
  readonly reader: QueryReader<Query>;
  readonly deprecated: readonly string[];
  /** For a list with pages, the names of its parameters except those of the page. */
  readonly filters: readonly string[] | undefined;
  /** The member of the answer with the records of which `fields` selects members. */
  readonly member: string | undefined;
  readonly isList: boolean;
  readonly isContinued: boolean;
}

const PAGE_NAMES = fieldsOf(PageQuery).map(({ name }) => name);

function parserFor(described: Described<Query>, operation: OperationName): Parser {
  const fields = fieldsOf(described);
  const names = fields.map(({ name }) => name);
  return {
    reader: new QueryReader(described),
    deprecated: fields.filter(({ schema }) => schema.deprecated).map(({ name }) => name),
    filters: names.includes('offset') ? names.filter((name) => !PAGE_NAMES.includes(name)) : undefined,
    member: SELECTABLE.get(operation)?.member,
    isList: LISTS.has(operation),
    isContinued: CONTINUED.includes(operation),
  };
}
