import { join } from 'node:path';
import type { BenchDirectory } from '../bench-directory.js';
import type { HttpRequest } from '../http-request.js';
import { type Contestant, steady } from './contestant.js';

/** The name of what everything is compared with. */
export const LIMIT = 'node:http, constant';

/** What answers with constant bytes, and what with the directory and nothing around it: their files, by name. */
const SERVERS = {
  [LIMIT]: 'node-http',
  'Fastify, constant': 'fastify',
  'Nest on Fastify, constant': 'nest',
  'node:http, Directory alone': 'directory',
};

/**
 * Servers that do less than ours, each another part of it.
 * @param names which of them
 * @param size bytes of a constant answer
 * @param requests the same that our own server is sent, so that all read as much
 */
export async function limitContestants(
  directory: BenchDirectory,
  names: readonly string[],
  size: number,
  requests: readonly HttpRequest[],
): Promise<Contestant[]> {
  const contestants: Contestant[] = [];
  for (const [name, file] of Object.entries(SERVERS)) {
    if (!names.includes(name)) continue;
    const main = join(import.meta.dirname, `../limit/${file}.js`);
    const server = await directory.start(main, {
      args: [String(size)],
      env: { DATABASE_URL: directory.url() },
    });
    contestants.push(steady(directory, { name, group: 'limit' }, server, requests));
  }
  return contestants;
}

export const LIMIT_NAMES: readonly string[] = Object.keys(SERVERS);
