import { DirectoryError } from '@care-atlas/domain/contract';
import { errorBody } from '@care-atlas/server/http';
import { jsonOf } from './describe.decorator.js';
import { answerHeaders } from './headers.js';

const METHOD = new DirectoryError('method_not_allowed');
const SIZE = new DirectoryError('too_large');

/** The refusals of a request by its form alone, before its key is checked: by status, in `components.responses`. */
const FORM_REFUSALS = {
  405: [
    'MethodNotAllowed',
    METHOD,
    'The path does not support the method. Allow names those that it supports.',
  ],
  413: ['BodyTooLarge', SIZE, 'The body is larger than 16 KiB.'],
  414: ['UrlTooLong', SIZE, 'The URL is longer than 8,192 characters.'],
  431: [
    'HeadersTooLarge',
    SIZE,
    'The request line and the headers are larger than 16 KiB. The connection is closed.',
  ],
} as const;

/** Returns the responses that all operations share, by name. */
export function formRefusals(requestId: string): Readonly<Record<string, object>> {
  const responses = Object.entries(FORM_REFUSALS).map(([status, [name, error, description]]) => {
    const { 'application/json': json } = jsonOf('ErrorBody').content;
    const content = { 'application/json': { ...json, example: errorBody(error, requestId) } };
    return [name, { description, headers: answerHeaders(status, false), content }] as const;
  });
  return Object.fromEntries(responses);
}

/** Returns the references of an operation to its shared responses, by status. The body of a GET is not read. */
export function formRefusalsOf(method: string): Readonly<Record<string, object>> {
  const statuses = Object.entries(FORM_REFUSALS).filter(([status]) => status !== '413' || method === 'post');
  return Object.fromEntries(
    statuses.map(([status, [name]]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}
