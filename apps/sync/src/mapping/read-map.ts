import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { nearestWord } from '@care-atlas/domain/text';
import { fileFaultText } from '../formats/file-fault.js';
import type { RowShape } from '../rows/row-shape.js';
import { UnusableInput } from '../rows/unusable-input.js';
import type { ColumnMap } from './column-map.js';

// The same path from src and from dist: both are one level below the project.
const PROFILES = resolve(import.meta.dirname, '../../profiles');
const IS_FILE = /[/\\]|\.ya?ml$/i;

/**
 * Reads a map of columns: a YAML file, or a profile by its name.
 * @param source the source whose fields the map names
 * @throws UnusableInput that names the file, the line, what is wrong and the nearest name
 */
export async function readMap(
  name: string,
  source: RowShape & { readonly name: string },
): Promise<ColumnMap> {
  const path = IS_FILE.test(name) ? name : join(PROFILES, `${await profileName(name)}.yaml`);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const fault = cause.code === 'ENOENT' ? 'it does not exist' : fileFaultText(cause);
    throw new UnusableInput(`The map ${path} cannot be read: ${fault}.`, { cause });
  });
  return parseMap(IS_FILE.test(name) ? path : name, text, source);
}

/** Reads the text of a map. @throws as `readMap` does */
export async function parseMap(
  name: string,
  text: string,
  source: RowShape & { readonly name: string },
): Promise<ColumnMap> {
  // Imported on demand: most imports use no map, and the libraries for it are large.
  const { MapText } = await import('./map-text.js');
  return new MapText(name, text).read(source);
}

/** Returns the names of the profiles. */
export async function profileNames(): Promise<readonly string[]> {
  return (await readdir(PROFILES)).map((file) => basename(file, '.yaml')).toSorted();
}

async function profileName(name: string): Promise<string> {
  const names = await profileNames();
  if (names.includes(name)) return name;
  const nearest = nearestWord(name, names);
  const guess = nearest ? ` (did you mean ${nearest}?)` : '';
  throw new UnusableInput(
    `There is no profile "${name}"${guess}: the profiles are ${names.join(', ')}; the name of a file ends in .yaml.`,
  );
}
