import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveTaggedFile } from '@care-atlas/server/answers';
import type { FastifyInstance } from 'fastify';

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

/** Serves the packages below `/downloads`, with their checksums as `sha256sum --check` reads them. */
export function serveDownloads(fastify: FastifyInstance): void {
  const files = readdirSync(FOLDER).map((name) => ({ name, content: readFileSync(join(FOLDER, name)) }));
  const sums = files.map(
    ({ name, content }) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`,
  );
  const serve = (name: string, type: string, content: string | Buffer) =>
    serveTaggedFile(fastify, { path: `/downloads/${name}`, type, content, cache: 'public, no-cache' });
  for (const { name, content } of files) serve(name, TYPES[name.split('.').at(-1)!]!, content);
  serve(SUMS, 'text/plain; charset=utf-8', sums.join(''));
}
