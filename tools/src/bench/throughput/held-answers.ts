import type { BenchDirectory } from '../bench-directory.js';
import { type HttpRequest, keyed, send } from '../http-request.js';
import { Load, type Slice } from '../load.js';
import type { MeasuredProcess } from '../measured-process.js';
import { type Contestant, SLICE_SECONDS } from './contestant.js';

const HOUR_MS = 3_600_000;
const MOST = 2_000;

/**
 * A client that holds the answers already: requests with the right tag, which are answered with 304. Tags change with
 * the hour, and are then asked for anew.
 */
export function heldContestant(
  directory: BenchDirectory,
  name: string,
  api: MeasuredProcess,
  paths: readonly string[],
): Contestant {
  const requests = keyed(paths.slice(0, MOST), directory.key);
  let load: { readonly of: Load; readonly hour: number } | undefined;
  const slice = async (): Promise<Slice> => {
    for (;;) {
      const hour = hourNow();
      if (load?.hour !== hour) load = { of: new Load(directory.folder, await tagged(api, requests)), hour };
      const measured = await load.of.run([api], { seconds: SLICE_SECONDS, database: directory.databaseTime });
      // Over the top of an hour some answers came in full.
      if (hourNow() === hour) return measured;
    }
  };
  return { name, group: 'ours', slice };
}

function hourNow(): number {
  return Math.floor(Date.now() / HOUR_MS);
}

async function tagged(api: MeasuredProcess, requests: readonly HttpRequest[]): Promise<HttpRequest[]> {
  const held: HttpRequest[] = [];
  for (const request of requests) {
    const answer = await send(api.port, request);
    await answer.arrayBuffer();
    const tag = answer.headers.get('etag');
    if (tag === null) throw new Error(`${request.path} was answered without a tag.`);
    held.push({ ...request, headers: { ...request.headers, 'If-None-Match': tag } });
  }
  const [first] = held;
  const { status } = await send(api.port, first!);
  if (status !== 304) throw new Error(`A client that holds the answer was sent ${status}.`);
  return held;
}
