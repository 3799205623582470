import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveFile } from '@care-atlas/server/answers';
import type { FastifyInstance } from 'fastify';

/** A browser script, at a URL that changes with its content. */
export interface WebScript {
  readonly path: string;
  readonly source: string;
}

const APP = join(import.meta.dirname, '../..');
const FROM_SOURCE = import.meta.filename.endsWith('.ts');

/**
 * Returns a script of `web/`: the built one, or a fresh build when the service runs from source.
 * @param name the file name without extension
 */
export async function webScript(name: string): Promise<WebScript> {
  const source = FROM_SOURCE ? await bundle(name) : await readFile(join(APP, `dist/web/${name}.js`), 'utf8');
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 12);
  return { path: `/assets/${name}-${hash}.js`, source };
}

/** Serves a script under the address of its content. */
export function serveScript(fastify: FastifyInstance, { path, source }: WebScript): void {
  const type = 'text/javascript; charset=utf-8';
  serveFile(fastify, { path, type, content: source, cache: 'public, max-age=31536000, immutable' });
}

async function bundle(name: string): Promise<string> {
  // A development dependency, present wherever the source is.
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
