import type { INestApplication } from '@nestjs/common';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import {
  BulkManifest,
  ChangePage,
  DirectoryError,
  type ErrorCode,
  Export,
  ExportList,
  invalidParameters,
  OPERATIONS,
} from '@care-atlas/domain/contract';
import { recordSchema, recordsWithin } from '@care-atlas/domain/schema';
import { ErrorBody, errorBody } from '@care-atlas/server/http';
import { KeyReplacement } from '../keys.controller.js';
import { CONTINUED } from '../read.decorator.js';
import { Readiness } from '../readiness.js';
import { exampleAnswers } from './example-directory.js';
import { formRefusals, formRefusalsOf } from './form-refusals.js';
import { answerHeaders, CURSOR_HEADER, keyedHeaders } from './headers.js';
import { documentInfo } from './info.js';
import { addForms, type DescribedResponse } from './list-content.js';

const EXAMPLE_REQUEST_ID = '5d1b9a57-3c1f-4e8d-8b64-0b6c2a9e7f43';

const RECORDS = recordsWithin([
  ...Object.values(OPERATIONS).map(({ answer }) => answer),
  Readiness,
  BulkManifest,
  ChangePage,
  Export,
  ExportList,
  KeyReplacement,
  ErrorBody,
]);

/**
 * Generates the OpenAPI 3.1 document of a running application from its classes.
 * @param contact where its users get help, an email address or URL; empty for its home page
 */
export function openApiDocument(app: INestApplication, apiUrl: string, contact: string): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, documentInfo(apiUrl, contact), {
    ignoreGlobalPrefix: true,
    autoTagControllers: false,
  });
  const schemas = RECORDS.map((record) => [
    record.name,
    recordSchema(record, (name) => `#/components/schemas/${name}`),
  ]);
  const responses = formRefusals(EXAMPLE_REQUEST_ID);
  const components = { ...document.components, schemas: Object.fromEntries(schemas), responses };
  Object.assign(document, { components });
  const answers = exampleAnswers(apiUrl);
  for (const [method, operation] of operationsOf(document)) {
    operation.security ??= [];
    for (const [status, response] of Object.entries(operation.responses)) {
      const json = response.content?.['application/json'];
      const code = response.description as ErrorCode;
      if (json && status === '200') json.example ??= answers[operation.operationId];
      else if (json) Object.assign(response, { description: new DirectoryError(code).message });
      if (json && status !== '200') json.example = errorBody(exampleError(code), EXAMPLE_REQUEST_ID);
      response.headers = {
        ...answerHeaders(status, '304' in operation.responses),
        ...(operation.security.length > 0 ? keyedHeaders(status) : {}),
        ...(status === '200' && CONTINUED.includes(operation.operationId) ? CURSOR_HEADER : {}),
      };
    }
    addForms(operation.operationId, operation.responses['200']!, answers);
    Object.assign(operation.responses, formRefusalsOf(method));
  }
  return document;
}

interface DescribedOperation {
  readonly operationId: string;
  /** Nest omits it for an operation without a key. OpenAPI tools expect an empty list there. */
  security?: unknown[];
  readonly responses: Record<string, DescribedResponse>;
}

function operationsOf(document: OpenAPIObject): [method: string, DescribedOperation][] {
  return Object.values(document.paths).flatMap((path) =>
    Object.entries(path as Record<string, DescribedOperation>),
  );
}

function exampleError(code: ErrorCode): DirectoryError {
  if (code !== 'missing_param') return new DirectoryError(code);
  return invalidParameters([{ param: 'limit', message: 'limit must be a whole number, 0 or more.' }]);
}
