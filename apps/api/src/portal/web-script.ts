import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A script for browsers, under an address that changes with its content. */
export interface WebScript {
  readonly path: string;
  readonly source: string;
}

const APP = join(import.meta.dirname, '../..');
const FROM_SOURCE = import.meta.filename.endsWith('.ts');

/**
 * Reads a script of `web/`: what the build made of it, or, when the service runs from source, what it would make.
 * @param name without ending
 */
export async function webScript(name: string): Promise<WebScript> {
  const source = FROM_SOURCE ? await bundled(name) : await readFile(join(APP, `dist/web/${name}.js`), 'utf8');
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 12);
  return { path: `/assets/${name}-${hash}.js`, source };
}

async function bundled(name: string): Promise<string> {
  // Only there in development, where the source is.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(APP, `web/${name}.ts`)],
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    conditions: ['@care-atlas/source'],
  });
  return outputFiles[0]!.text;
}
