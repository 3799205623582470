import { fieldsOf } from '../schema/schema.js';
import { type Operation, OPERATION_NAMES, OPERATIONS } from './operations.js';

const ROWS = OPERATION_NAMES.map((name): [string, Operation] => [name, OPERATIONS[name]]);

it.each(ROWS)('%s has its subject, and nothing else, as a path parameter', (_name, { path, subject }) => {
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
  expect(inPath).toEqual(subject ? [subject.name] : []);
});

it.each(ROWS)('%s has an example with every required parameter', (_name, { query, subject, example }) => {
  const required = fieldsOf(query).filter((field) => field.required);
  expect(Object.keys(example ?? {})).toEqual(expect.arrayContaining(required.map(({ name }) => name)));
  for (const { schema, pattern } of subject ? [subject] : []) expect(schema.examples![0]).toMatch(pattern);
});

it('no two operations share a path', () => {
  const paths = ROWS.map(([, { path }]) => path);
  expect(new Set(paths).size).toBe(paths.length);
});
