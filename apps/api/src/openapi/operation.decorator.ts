import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import type { ErrorCode } from '@care-atlas/domain/contract';
import { type Described, fieldsOf, type JsonSchema } from '@care-atlas/domain/schema';
import { ERROR_STATUS, type OperationRoute } from '@care-atlas/server/http';

interface PathParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
}

export const REGISTRATION_NUMBER: PathParameter = {
  name: 'cpso',
  description: 'Registration number of the doctor.',
  schema: { type: 'string', examples: ['900001'] },
};

export const CLINIC_ID: PathParameter = {
  name: 'id',
  description: 'Identifier of the clinic.',
  schema: { type: 'string', examples: ['0b6c2a9e-7f43-5d1b-9a57-3c1f0e8d2b64'] },
};

const UNCHANGED = {
  status: 304,
  description: 'Not modified: the client holds the answer already. Not counted.',
};

interface OperationOptions {
  readonly id: string;
  readonly summary: string;
  readonly path?: PathParameter;
  readonly query?: Described;
  readonly answer: Described;
  /** Why a key may be refused; an operation that says so itself is no read, and has no 304. */
  readonly forbidden?: ErrorCode;
}

/** Describes an operation that needs a key, from the classes that it is made of. */
export function Operation({
  id,
  summary,
  path,
  query,
  answer,
  forbidden,
}: OperationOptions): MethodDecorator {
  const refusals: ErrorCode[] = [
    'missing_param',
    'unauthorized',
    forbidden ?? 'forbidden',
    'rate_limited',
    'internal',
    'unavailable',
  ];
  if (path) refusals.push('not_found');
  return applyDecorators(
    ApiOperation({ operationId: id, summary }),
    RouteConfig({ operation: id } satisfies OperationRoute),
    ...(path ? [ApiParam({ ...path, schema: path.schema as object })] : []),
    ...(query ? queryParameters(query) : []),
    ApiResponse({ status: 200, ...jsonOf(answer.name), description: 'The answer.' }),
    ...(forbidden === undefined ? [ApiResponse(UNCHANGED)] : []),
    ...refusals.map((code) =>
      ApiResponse({ status: ERROR_STATUS[code], ...jsonOf('ErrorBody'), description: code }),
    ),
  );
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

/** The content of a response whose body is a record. */
export function jsonOf(record: string): { content: Record<string, { schema: { $ref: string } }> } {
  return { content: { 'application/json': { schema: { $ref: `#/components/schemas/${record}` } } } };
}
