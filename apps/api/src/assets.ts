import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HtmlTemplate, htmlTemplate, PAGE_LANGUAGES, type PageLanguage } from '@care-atlas/server/pages';

/** Reads a text file of `assets/`. */
export function readAsset(path: string): string {
  return readFileSync(join(import.meta.dirname, '../assets', path), 'utf8');
}

/** HTML templates by language and by their names without extension. */
export type Templates<Name extends string> = Readonly<
  Record<PageLanguage, Readonly<Record<Name, HtmlTemplate>>>
>;

/** Reads the HTML templates of a folder of `assets/`, which has a folder for each language. */
export function readTemplates<const Name extends string>(
  folder: string,
  names: readonly Name[],
): Templates<Name> {
  const read = (language: PageLanguage) =>
    names.map((name) => [name, htmlTemplate(readAsset(`${folder}/${language}/${name}.html`))]);
  return Object.fromEntries(
    PAGE_LANGUAGES.map((language) => [language, Object.fromEntries(read(language))]),
  ) as Templates<Name>;
}
