import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HtmlTemplate, htmlTemplate } from '@care-atlas/server/pages';

/** Reads a text file of `assets/`. */
export function readAsset(path: string): string {
  return readFileSync(join(import.meta.dirname, '../assets', path), 'utf8');
}

/** Reads the HTML templates of a folder of `assets/`, by their names without extension. */
export function readTemplates<const Name extends string>(
  folder: string,
  names: readonly Name[],
): Readonly<Record<Name, HtmlTemplate>> {
  const templates = names.map((name) => [name, htmlTemplate(readAsset(`${folder}/${name}.html`))]);
  return Object.fromEntries(templates) as Record<Name, HtmlTemplate>;
}
