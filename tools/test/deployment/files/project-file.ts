import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { PROJECT } from '../../../src/project.js';

export { PROJECT };

export function textOf(file: string): string {
  return readFileSync(join(PROJECT, file), 'utf8');
}

/** Parses a YAML file of one document and resolves merge keys. */
export function yamlOf(file: string): unknown {
  return parse(textOf(file), { merge: true });
}

/** Parses all documents of a YAML file. */
export function yamlsOf(file: string): unknown[] {
  return parseAllDocuments(textOf(file)).map((document) => document.toJS() as unknown);
}
