import { fieldsOf } from '../schema/schema.js';
import { type Operation, OPERATION_NAMES, OPERATIONS } from './operations.js';

const ROWS = OPERATION_NAMES.map((name): [string, Operation] => [name, OPERATIONS[name]]);

it.each(ROWS)('%s names its subject in its path, and nothing else', (_name, { path, subject }) => {
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
  expect(inPath).toEqual(subject ? [subject.name] : []);
});

it.each(ROWS)(
  '%s has an example that gives every required parameter',
  (_name, { query, subject, example }) => {
    const required = fieldsOf(query).filter((field) => field.required);
    expect(Object.keys(example ?? {})).toEqual(expect.arrayContaining(required.map(({ name }) => name)));
    if (subject) expect(subject.schema.examples![0]).toMatch(subject.pattern);
  },
);

it('no two operations share a path', () => {
  const paths = ROWS.map(([, { path }]) => path);
  expect(new Set(paths).size).toBe(paths.length);
});
