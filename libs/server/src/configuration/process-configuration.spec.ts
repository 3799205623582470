import { readProcessConfiguration } from './process-configuration.js';
import { ConfigurationError } from './variable.js';

it('refuses the SQL engine of an earlier release in one sentence', () => {
  expect(() => readProcessConfiguration({ DIRECTORY_ENGINE: 'sql' })).toThrow(
    new ConfigurationError(
      'DIRECTORY_ENGINE must be unset: every service answers from memory, but it is "sql".',
    ),
  );
});

it.each(['', 'memory'])('accepts DIRECTORY_ENGINE=%s, which changes nothing', (DIRECTORY_ENGINE) => {
  expect(readProcessConfiguration({ DIRECTORY_ENGINE })).toEqual(readProcessConfiguration({}));
});
