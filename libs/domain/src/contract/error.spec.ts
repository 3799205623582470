import { ERROR_MESSAGES } from '../messages/index.js';
import { DirectoryError, ERROR_CODES, invalidParameters } from './error.js';

describe('DirectoryError', () => {
  it('has a closed set of codes', () => {
    expect(ERROR_CODES).toEqual([
      'missing_param',
      'unauthorized',
      'forbidden',
      'not_rotatable',
      'not_found',
      'method_not_allowed',
      'gone',
      'too_large',
      'unsatisfiable_range',
      'rate_limited',
      'internal',
      'unavailable',
    ]);
  });

  it.each(ERROR_CODES)('%s has a message for the client', (code) => {
    expect(new DirectoryError(code).message).toBe(ERROR_MESSAGES[code]);
    expect(ERROR_MESSAGES[code]).toMatch(/^[A-Z].+\.$/);
  });

  it('accepts a more specific message', () => {
    const error = new DirectoryError('not_found', 'There is no such clinic.');
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'DirectoryError', code: 'not_found', details: undefined });
    expect(error.message).toBe('There is no such clinic.');
  });
});

it('invalidParameters has the first message and lists all', () => {
  const details = [
    { param: 'limit', message: 'limit is bad.' },
    { param: 'gender', message: 'gender is bad.' },
  ] as const;
  expect(invalidParameters(details)).toMatchObject({
    code: 'missing_param',
    message: 'limit is bad.',
    details,
  });
});
