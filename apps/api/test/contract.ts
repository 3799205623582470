import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** The committed interface description; openapi.spec.ts holds it equal to the one that is served. */
export const DOCUMENT = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as OpenAPIObject;

export interface Schema {
  readonly type?: string;
  readonly examples?: readonly unknown[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: Schema;
}

export interface Response {
  readonly headers?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
}

export interface Operation {
  readonly operationId: string;
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, Response>>;
  /** Empty if the operation needs no key. */
  readonly security: readonly unknown[];
}

/** Every documented operation. */
export const OPERATIONS: readonly Operation[] = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
    ...operation,
    responses: resolved(operation.responses),
    method: method.toUpperCase(),
    path,
  })),
);

/** Replaces each reference to a shared response by the response. */
function resolved(responses: Readonly<Record<string, Response & { $ref?: string }>>): Operation['responses'] {
  const shared = (DOCUMENT.components?.responses ?? {}) as Readonly<Record<string, Response>>;
  const entries = Object.entries(responses).map(([status, response]) => [
    status,
    response.$ref === undefined ? response : shared[response.$ref.split('/').at(-1)!],
  ]);
  return Object.fromEntries(entries) as Operation['responses'];
}

/** The data operations: those that read the directory, with a key. Clients may hold their answers. */
export const KEYED_READS = OPERATIONS.filter(
  ({ method, security, responses }) =>
    method === 'GET' && security.length > 0 && '304' in responses && !('206' in responses),
);

/** Those whose answer is a list. */
export const LISTS = KEYED_READS.filter(({ responses }) => responses['200']?.content?.['text/csv']);

function example({ schema }: Parameter): string {
  return encodeURIComponent(String(schema.examples?.[0]));
}

/** A request of an operation, by the examples of its path and required parameters. */
export function exampleRequest({ path, parameters }: Operation): string {
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const query = required.map((parameter) => `${parameter.name}=${example(parameter)}`).join('&');
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((at, parameter) => at.replace(`{${parameter.name}}`, example(parameter)), path);
  return query === '' ? filled : `${filled}?${query}`;
}

/** An answer, however it was got. Header names are in lower case. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
formats.default(ajv);
// The document around the schemas is no schema.
ajv.addVocabulary(Object.keys(DOCUMENT));
ajv.addSchema({ ...closed(DOCUMENT), $id: 'contract' });

/**
 * Returns a part of the document without the openness of the change policy: clients accept what they do not know, but
 * an answer in a test has only declared members and values.
 */
function closed<Part extends object>(part: Part): Part {
  const text = JSON.stringify(part).replaceAll('"x-extensible-enum"', '"enum"');
  return JSON.parse(text, (_name, value: Schema | null) =>
    value?.type === 'object' ? { ...value, additionalProperties: false } : value,
  ) as Part;
}

const VALIDATORS = new WeakMap<object, ValidateFunction>();

/** Returns a validator of a schema of the OpenAPI document. */
export function validatorOf(schema: object): ValidateFunction {
  const known = VALIDATORS.get(schema);
  if (known) return known;
  const text = JSON.stringify(closed(schema)).replaceAll('"#/', '"contract#/');
  const validator = ajv.compile(JSON.parse(text) as object);
  VALIDATORS.set(schema, validator);
  return validator;
}

const ERROR_BODY = validatorOf({ $ref: '#/components/schemas/ErrorBody' });

/**
 * Checks an answer against the interface description: its status is one that the operation lists, its type
 * and body are those of the status, its documented headers have their types, and the rate-limit headers are
 * there exactly where they are documented.
 * @param path of the request, below the address of the API
 * @throws Error that says what is wrong
 */
export function checkContract(method: string, path: string, answered: Answered): void {
  const { status } = answered;
  const operation = operationAt(method === 'HEAD' ? 'GET' : method, path);
  if (!answered.headers['x-request-id']) fault(method, path, answered, 'has no X-Request-Id');
  if (!operation) {
    if (status < 400) fault(method, path, answered, 'is not documented');
    checkBody(method, path, answered, 'application/json', ERROR_BODY);
    return;
  }
  const response = operation.responses[status];
  if (!response)
    return fault(method, path, answered, `has a status that ${operation.operationId} does not list`);
  checkHeaders(method, path, answered, response);
  const sent = answered.headers['content-type']?.split(';')[0];
  const forms = Object.entries(response.content ?? {});
  const [type, media] = forms.find(([each]) => each === sent) ?? forms[0] ?? [];
  if (type === undefined || media === undefined) {
    if (answered.body !== '') fault(method, path, answered, 'has a body');
  } else checkBody(method, path, answered, type, validatorOf(media.schema));
}

/** The operations, each with the pattern of its paths. Fixed paths come before those with parameters. */
const PATTERNS = OPERATIONS.map((operation) => {
  const pattern = operation.path
    .replace('$', '[$]')
    .replace(/\{\w+\}/g, '[^/]+')
    .replace(/\/$/, '');
  return { operation, pattern: new RegExp(`^${pattern}/?$`) };
}).toSorted((a, b) => Number(a.operation.path.includes('{')) - Number(b.operation.path.includes('{')));

/**
 * The operation that a request is for. Fixed paths win over those with parameters; a path or a query that is not
 * validly percent-encoded is refused before an operation is looked for.
 */
function operationAt(method: string, path: string): Operation | undefined {
  const [plain = ''] = path.split('?', 1);
  if (!isEncoded(path)) return undefined;
  return PATTERNS.find(({ operation, pattern }) => operation.method === method && pattern.test(plain))
    ?.operation;
}

function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function checkBody(
  method: string,
  path: string,
  answered: Answered,
  type: string,
  validate: ValidateFunction,
): void {
  if (answered.headers['content-type'] !== `${type}; charset=utf-8`)
    fault(method, path, answered, `is not ${type}`);
  if (method === 'HEAD') {
    if (answered.body !== '') fault(method, path, answered, 'has a body');
    return;
  }
  const body: unknown = type.endsWith('json') ? JSON.parse(answered.body) : answered.body;
  if (validate(body)) return;
  // With `fields`, records lack what is not selected.
  const isSelected = /[?&]fields=/.test(path) && answered.status === 200;
  const errors = validate.errors!.filter(({ keyword }) => !isSelected || keyword !== 'required');
  if (errors.length > 0) fault(method, path, answered, `is not as documented: ${ajv.errorsText(errors)}`);
}

const LIMIT_HEADER = /^(x-)?ratelimit/;

function checkHeaders(method: string, path: string, answered: Answered, response: Response): void {
  const documented = new Map(
    Object.entries(response.headers ?? {}).map(([name, header]) => [name.toLowerCase(), header.schema]),
  );
  for (const [name, schema] of documented) {
    const value = answered.headers[name];
    if (schema.type === 'integer' && value !== undefined && !/^\d+$/.test(value)) {
      fault(method, path, answered, `has ${name}: ${value}`);
    }
    // Failed authentications are limited too, without quota headers.
    const untold = answered.status === 429 && answered.headers['ratelimit'] === undefined;
    if (LIMIT_HEADER.test(name) && value === undefined && !untold)
      fault(method, path, answered, `lacks ${name}`);
  }
  for (const name of Object.keys(answered.headers)) {
    if (LIMIT_HEADER.test(name) && !documented.has(name)) fault(method, path, answered, `has ${name}`);
  }
}

function fault(method: string, path: string, { status, body }: Answered, what: string): never {
  throw new Error(`The answer ${status} to ${method} ${path.slice(0, 200)} ${what}.\n${body.slice(0, 500)}`);
}
