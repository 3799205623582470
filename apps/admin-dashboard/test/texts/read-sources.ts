import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite';

export const DASHBOARD = join(import.meta.dirname, '../..');
export const CLIENT = join(DASHBOARD, 'client/src');

/** A text as JSON files have it: a string, or a tree of them. */
export type Texts = string | { readonly [key: string]: Texts };

/** Returns each text of a tree by its path, such as `newKey.title`. */
export function flattened(texts: Texts, path: readonly string[] = []): [path: string, text: string][] {
  if (typeof texts === 'string') return [[path.join('.'), texts]];
  return Object.entries(texts).flatMap(([key, part]) => flattened(part, [...path, key]));
}

export function readTexts(path: string): Map<string, string> {
  return new Map(flattened(JSON.parse(readFileSync(join(CLIENT, path), 'utf8')) as Texts));
}

/** Returns the files of a folder of the dashboard that match a pattern, without tests. */
export function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: DASHBOARD })
    .filter((file) => !file.endsWith('.spec.ts'))
    .toSorted();
}

/** Visits the syntax of a file. @param file from the root of the dashboard */
export function visit(file: string, visitor: VisitorObject): void {
  const { program, errors } = parseSync(file, readFileSync(join(DASHBOARD, file), 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  new Visitor(visitor).visit(program);
}

/** Returns a template with a `{}` for each of its values. */
export function templateText({ quasis }: ESTree.TemplateLiteral): string {
  return quasis.map(({ value }) => value.cooked ?? '').join('{}');
}
