import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export const PROJECT = resolve(import.meta.dirname, '../../..');

export function textOf(file: string): string {
  return readFileSync(join(PROJECT, file), 'utf8');
}

/** The one document of a YAML file, with its merge keys resolved. */
export function yamlOf(file: string): unknown {
  return parse(textOf(file), { merge: true });
}

/** All documents of a YAML file. */
export function yamlsOf(file: string): unknown[] {
  return parseAllDocuments(textOf(file)).map((document) => document.toJS() as unknown);
}
