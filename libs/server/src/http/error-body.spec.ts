import { DirectoryError, ERROR_CODES, invalidParameters } from '@care-atlas/domain/contract';
import { ERROR_STATUS, errorBody } from './error-body.js';

it('has a status for every code', () => {
  expect(Object.keys(ERROR_STATUS).toSorted()).toEqual([...ERROR_CODES].toSorted());
  expect(ERROR_STATUS).toMatchObject({
    missing_param: 400,
    unauthorized: 401,
    not_rotatable: 403,
    forbidden: 403,
    not_found: 404,
    method_not_allowed: 405,
    too_large: 413,
    rate_limited: 429,
    internal: 500,
    unavailable: 503,
  });
});

it.each(ERROR_CODES)('%s: code, sentence and request id, and nothing else', (code) => {
  const body = errorBody(new DirectoryError(code), 'id');
  expect(body).toEqual({ error: code, message: expect.stringMatching(/^[A-Z].*\.$/), requestId: 'id' });
});

it('names the first bad parameter, and lists all', () => {
  const details = [
    { param: 'limit', message: 'limit must be a whole number.' },
    { param: 'gender', message: 'gender must be male.' },
  ] as const;
  expect(errorBody(invalidParameters(details), 'id')).toEqual({
    error: 'missing_param',
    message: 'limit must be a whole number.',
    requestId: 'id',
    param: 'limit',
    details,
  });
});

it('says nothing of what went wrong inside', () => {
  const error = new DirectoryError('internal');
  expect(JSON.stringify(errorBody(error, 'id'))).not.toContain(error.stack!.split('\n')[1]!.trim());
});
