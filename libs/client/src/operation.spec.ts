import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DoctorItem } from './generated/interface.js';
import { OPERATIONS } from './generated/operations.js';
import { type Selected, requestPath } from './operation.js';

const PROJECT = join(import.meta.dirname, '../../..');

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

async function readDescription(): Promise<Description> {
  return JSON.parse(await readFile(join(PROJECT, 'docs/openapi.json'), 'utf8')) as Description;
}

test('every operation that returns JSON has the path of the OpenAPI document', async () => {
  const { paths } = await readDescription();
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [operationId, method, path]),
  );
  const declared = Object.entries(OPERATIONS).map(([operation, { method, path }]) => [
    operation,
    method.toLowerCase(),
    path,
  ]);
  expect(new Set(declared)).toEqual(new Set(described.filter(([operation]) => operation !== 'ping')));
});

test('the types are up to date with the OpenAPI document', async () => {
  const { scripts } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  // With --check, the program exits with an error when the file would change.
  const checked = promisify(execFile)('sh', ['-c', `${scripts['golden:client']!} --check`], {
    cwd: PROJECT,
    env: { ...process.env, PATH: `${join(PROJECT, 'node_modules/.bin')}:${process.env['PATH']}` },
  });
  await expect(checked).resolves.toBeDefined();
});

test('a selected record has the selected members and what identifies it', () => {
  const fields = ['name', 'clinic.phone', 'openingHours.day'] as const;
  const doctor: Selected<DoctorItem, (typeof fields)[number]> = {
    id: 'a',
    cpsoNumber: '900001',
    name: 'Dr. A',
    clinic: { phone: '' },
    openingHours: [{ day: 'mon' }],
  };
  // @ts-expect-error only the telephone number of the clinic is selected
  expect(doctor.clinic.name).toBeUndefined();
  expect(requestPath('listDoctors', {}, { fields })).toBe(
    '/doctors?fields=name,clinic.phone,openingHours.day',
  );
});
