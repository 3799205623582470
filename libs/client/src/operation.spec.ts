import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PATHS } from './operation.js';

const PROJECT = join(import.meta.dirname, '../../..');

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

async function description(): Promise<Description> {
  return JSON.parse(await readFile(join(PROJECT, 'docs/openapi.json'), 'utf8')) as Description;
}

test('every operation that answers JSON is where the interface description says', async () => {
  const { paths } = await description();
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [operationId, method, path]),
  );
  const ours = Object.entries(PATHS).map(([operation, path]) => [
    operation,
    operation === 'rotateKey' ? 'post' : 'get',
    path,
  ]);
  expect(new Set(ours)).toEqual(new Set(described.filter(([operation]) => operation !== 'ping')));
});

test('the types are those of the interface description', async () => {
  const { scripts } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, ...words] = scripts['golden:client']!.split(' ');
  const program = join(PROJECT, 'node_modules/openapi-typescript/bin/cli.js');
  const checked = promisify(execFile)(process.execPath, [program, ...words, '--check'], { cwd: PROJECT });
  // Its status tells: it fails when the file would be another.
  await expect(checked).resolves.toBeDefined();
}, 30_000);
