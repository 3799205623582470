import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import {
  type ClinicAnswer,
  DirectoryError,
  type ErrorCode,
  invalidParameters,
  type OperationName,
  OPERATIONS,
} from '@care-atlas/domain/contract';
import { type Item, LISTS, type ListShape, listText, MEDIA_TYPES } from '@care-atlas/domain/formats';
import { recordSchema, recordsWithin } from '@care-atlas/domain/schema';
import { ErrorBody, errorBody } from '@care-atlas/server/http';
import { KeyReplacement } from '../keys.controller.js';
import { INTERFACE_VERSION, Readiness } from '../readiness.js';
import { type ExampleAnswers, exampleAnswers } from './example-directory.js';
import { answerHeaders, envelopeHeaders, keyedHeaders } from './headers.js';

const EXAMPLE_REQUEST_ID = '5d1b9a57-3c1f-4e8d-8b64-0b6c2a9e7f43';
const DESCRIPTION = `A read-only directory of doctors and clinics in the Greater Toronto Area.

The provincial physician registration authority is the source of registrations. Availability (accepting new
patients, hours, wait) is best effort: show \`dataFreshness\`, and advise people to confirm by phone.

Every list contains the full \`total\`. Nothing is ignored silently: see \`warnings\`.`;

const RECORDS = recordsWithin([
  ...Object.values(OPERATIONS).map(({ answer }) => answer),
  Readiness,
  KeyReplacement,
  ErrorBody,
]);

/** Generates the OpenAPI 3.1 document of a running application from its classes. */
export function openApiDocument(app: INestApplication, apiUrl: string): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Care Atlas')
    .setVersion(INTERFACE_VERSION)
    .setDescription(DESCRIPTION)
    .addServer(apiUrl)
    .setExternalDoc(
      'Guides, from the first request to the change policy',
      new URL('/docs/guides', apiUrl).href,
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'An API key, e.g. the sandbox key.' },
      'key',
    );
  const document = SwaggerModule.createDocument(app, builder.build(), {
    ignoreGlobalPrefix: true,
    autoTagControllers: false,
  });
  const schemas = RECORDS.map((record) => [
    record.name,
    recordSchema(record, (name) => `#/components/schemas/${name}`),
  ]);
  Object.assign(document, { components: { ...document.components, schemas: Object.fromEntries(schemas) } });
  const answers = exampleAnswers(apiUrl);
  for (const operation of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const json = response.content?.['application/json'];
      const code = response.description as ErrorCode;
      if (json && status === '200') json.example ??= answers[operation.operationId];
      else if (json) Object.assign(response, { description: new DirectoryError(code).message });
      if (json && status !== '200') json.example = errorBody(exampleError(code), EXAMPLE_REQUEST_ID);
      response.headers = {
        ...answerHeaders(status, '304' in operation.responses),
        ...(operation.security ? keyedHeaders(status) : {}),
      };
    }
    const shape = LISTS.get(operation.operationId as OperationName);
    if (shape) describeForms(operation.responses['200']!, shape, answers);
  }
  return document;
}

interface DescribedResponse {
  description: string;
  headers?: object;
  content?: Record<string, { example?: unknown }>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly security?: unknown;
  readonly responses: Record<string, DescribedResponse>;
}

/** Adds the headers and the examples of a list in its forms besides JSON. */
function describeForms(response: DescribedResponse, shape: ListShape, answers: ExampleAnswers): void {
  response.headers = { ...response.headers, ...envelopeHeaders(shape) };
  const { clinic } = answers['getClinic'] as ClinicAnswer;
  const list = response.content!['application/json']!.example as Item;
  for (const format of shape.formats) {
    const text = listText(format, shape, list, () => clinic);
    response.content![MEDIA_TYPES[format]]!.example = format === 'csv' ? text : JSON.parse(text);
  }
}

function operationsOf(document: OpenAPIObject): DescribedOperation[] {
  return Object.values(document.paths).flatMap((path) =>
    Object.values(path as Record<string, DescribedOperation>),
  );
}

function exampleError(code: ErrorCode): DirectoryError {
  if (code !== 'missing_param') return new DirectoryError(code);
  return invalidParameters([{ param: 'limit', message: 'limit must be a whole number, 0 or more.' }]);
}
