import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveTaggedFile } from '@care-atlas/server/answers';
import type { FastifyInstance } from 'fastify';
import { WRITTEN } from '../documents/guide.js';

const PROJECT = join(import.meta.dirname, '../../../../..');
/**
 * What the build packed: the client with its command `care`, and the module for Python. A service that runs from source has no
 * package of the client, which is packed from what was built.
 */
const FOLDER = join(
  PROJECT,
  import.meta.filename.endsWith('.ts') ? 'libs/client/python' : 'apps/api/dist/downloads',
);
const SUMS = 'SHA256SUMS';
const TYPES: Readonly<Record<string, string>> = {
  py: 'text/x-python; charset=utf-8',
  tgz: 'application/gzip',
};

/** Returns a file; one of text names the address of this installation, as the guides do. */
function contentOf(folder: string, name: string, baseUrl: string): Buffer {
  const content = readFileSync(join(folder, name));
  return name.endsWith('.py')
    ? Buffer.from(content.toString('utf8').replaceAll(WRITTEN.baseUrl, baseUrl))
    : content;
}

/** Serves the packages below `/downloads`, with their checksums as `sha256sum --check` reads them. */
export function serveDownloads(fastify: FastifyInstance, baseUrl: string, folder = FOLDER): void {
  const files = readdirSync(folder).map((name) => ({ name, content: contentOf(folder, name, baseUrl) }));
  const sums = files.map(
    ({ name, content }) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`,
  );
  const serve = (name: string, type: string, content: string | Buffer) =>
    serveTaggedFile(fastify, { path: `/downloads/${name}`, type, content, cache: 'public, no-cache' });
  for (const { name, content } of files) serve(name, TYPES[name.split('.').at(-1)!]!, content);
  serve(SUMS, 'text/plain; charset=utf-8', sums.join(''));
}
