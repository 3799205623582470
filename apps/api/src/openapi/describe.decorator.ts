import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiParam, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { ErrorCode, Operation, Subject } from '@care-atlas/domain/contract';
import { type Described, fieldsOf } from '@care-atlas/domain/schema';
import type { ListShape } from '@care-atlas/domain/formats';
import { ERROR_STATUS, type OperationRoute } from '@care-atlas/server/http';
import { listContent } from './list-content.js';

const UNCHANGED = {
  status: 304,
  description:
    'Not modified: the cached answer is current. Spends only a second counter, of ten times the limit.',
};

type DescribedOperation = Pick<Operation, 'summary' | 'description' | 'subject' | 'answer'> & {
  readonly name: string;
  readonly tag: string;
  readonly query?: Described;
  /** The code of a 403 of an operation that is not a read of the directory, and has no 304 for its answers. */
  readonly forbidden?: ErrorCode;
  /** Forms of its answer besides JSON. */
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
  /** Its other refusals, besides those of every operation. */
  readonly refusals?: readonly ErrorCode[];
  /** Of a list. */
  readonly shape?: ListShape;
};

/** Documents an operation that requires a key, and names it for logs and usage counts. */
export function Describe(operation: DescribedOperation): MethodDecorator {
  const { name, summary, description, tag, subject, query, answer, forbidden, shape } = operation;
  const refusals: ErrorCode[] = [
    'missing_param',
    'unauthorized',
    forbidden ?? 'forbidden',
    'rate_limited',
    'internal',
    'unavailable',
  ];
  if (subject) refusals.push('not_found');
  refusals.push(...(operation.refusals ?? []));
  return applyDecorators(
    ApiOperation({ operationId: name, summary, description }),
    ApiTags(tag),
    RouteConfig({ operation: name } satisfies OperationRoute),
    ...(subject ? [pathParameter(subject)] : []),
    ...(query ? queryParameters(query) : []),
    ApiResponse({
      status: 200,
      content: {
        ...jsonOf(answer.name).content,
        ...operation.content,
        ...(shape && listContent(answer, shape)),
      },
      description: 'The answer.',
    }),
    ...(forbidden === undefined ? [ApiResponse(UNCHANGED)] : []),
    ...refusals.map((code) =>
      ApiResponse({ status: ERROR_STATUS[code], ...jsonOf('ErrorBody'), description: code }),
    ),
  );
}

function pathParameter({ name, description, schema }: Subject): MethodDecorator {
  return ApiParam({ name, description, schema: schema as object });
}

function queryParameters(query: Described): MethodDecorator[] {
  return fieldsOf(query).map(({ name, required, schema: { description, deprecated, ...schema } }) =>
    ApiQuery({
      name,
      required,
      description,
      ...(deprecated && { deprecated }),
      ...(schema.type === 'array' && { style: 'form', explode: false }),
      schema: schema as object,
    }),
  );
}

/** Returns the content of a response whose body is a record. */
export function jsonOf(record: string): { content: Record<string, { schema: { $ref: string } }> } {
  return { content: { 'application/json': { schema: { $ref: `#/components/schemas/${record}` } } } };
}
