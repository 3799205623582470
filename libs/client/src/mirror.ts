import { CareAtlasError } from './client-error.js';
import type { AnswerOf, QueryOf } from './operation.js';
import { type CallOptions, sleep } from './transport.js';
import type { Change, ExportedClinic, ExportedDoctor, ExportedService } from './generated/interface.js';

/** A record of the directory. Its kind and id identify it. */
export interface MirroredRecord {
  readonly type: Change['type'];
  readonly id: string;
  /** Null if the record is no longer listed: remove it. */
  readonly record: ExportedDoctor | ExportedClinic | ExportedService | null;
}

/** What a copy has to apply at once. */
export interface MirrorBatch {
  /** Whether the copy begins: remove all of its records first. */
  readonly begins: boolean;
  /** The records to store or remove, in this order. */
  readonly records: readonly MirroredRecord[];
  /** Where the copy stands after this batch. */
  readonly state: string;
}

/** Where a copy stands: in a file of an export, or in the feed of changes. */
type State =
  | { readonly version: string; readonly cursor: string; readonly file: number; readonly line: number }
  | { readonly after: string };

/** The methods of `CareAtlas` that a copy reads with. */
interface MirroredService {
  listExports(call?: CallOptions): Promise<AnswerOf<'listExports'>['exports']>;
  listChanges(query: QueryOf<'listChanges'>, call?: CallOptions): Promise<AnswerOf<'listChanges'>>;
  getExportFile(
    datasetVersion: string,
    name: string,
    call?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>>;
}

/** For how long a copy waits for the service, in milliseconds: the largest directory is published within it. */
const LONGEST_WAIT_MS = 600_000;
/** Between two looks for a new export, in seconds, where the service does not say. */
const PAUSE_S = 5;
const BATCH_LINES = 1000;
const PAGE_LIMIT = 1000;
/** The files of an export, and how a record in them is identified. */
const FILES = [
  { type: 'clinic', idOf: (record: ExportedClinic) => record.id },
  { type: 'doctor', idOf: (record: ExportedDoctor) => record.cpsoNumber },
  { type: 'service', idOf: (record: ExportedService) => `${record.id} ${record.specialty}` },
] as const;

/** Yields the batches of `CareAtlas.mirror`. */
export async function* mirrorBatches(
  client: MirroredService,
  stored?: string,
  call?: CallOptions,
): AsyncGenerator<MirrorBatch, void, undefined> {
  let state = stored === undefined ? undefined : (JSON.parse(stored) as State);
  let lastBegun: string | undefined;
  const patience = new Patience(call);
  for (;;) {
    try {
      if (!state) {
        state = await newestExport(client, lastBegun, call);
        lastBegun = state.version;
        patience.renew();
        yield { begins: true, records: [], state: JSON.stringify(state) };
      }
      for await (const batch of batchesAfter(client, state, call)) {
        // After an error, the copy goes on after the last batch that it got.
        state = JSON.parse(batch.state) as State;
        patience.renew();
        yield batch;
      }
      return;
    } catch (error) {
      if (isComing(error)) await patience.wait(error);
      else if (!state || !isPast(error)) throw error;
      // The export was removed or withdrawn, or the changes after it are no longer kept: the copy begins again.
      else state = undefined;
    }
  }
}

/** Yields the rest of an export, and the changes after it. */
async function* batchesAfter(
  client: MirroredService,
  state: State,
  call?: CallOptions,
): AsyncGenerator<MirrorBatch, void, undefined> {
  const feed = 'version' in state ? yield* exportBatches(client, state, call) : state;
  yield* changeBatches(client, feed, call);
}

/** Waits between attempts, as the service asks for, but not forever. */
class Patience {
  #since: number | undefined;

  constructor(private readonly call: CallOptions | undefined) {}

  /** Says that the copy goes on. */
  renew(): void {
    this.#since = undefined;
  }

  /** @throws the error when the copy has waited for long enough, and the reason of the signal when the caller aborts */
  async wait(error: CareAtlasError): Promise<void> {
    const now = performance.now();
    if (this.#since === undefined) this.call?.onWarning?.(`${error.message} The copy waits.`);
    this.#since ??= now;
    if (now - this.#since >= LONGEST_WAIT_MS) throw error;
    await sleep((error.retryAfter ?? PAUSE_S) * 1_000, this.call?.signal);
  }
}

/** Returns whether an error says that the copy can go on soon, such as that an export is about to be published. */
function isComing(error: unknown): error is CareAtlasError {
  return error instanceof CareAtlasError && error.code === 'unavailable' && error.retryAfter !== undefined;
}

/** Returns whether an error says that a copy cannot continue where it stands. */
function isPast(error: unknown): boolean {
  if (!(error instanceof CareAtlasError)) return false;
  return error.code === 'gone' || error.code === 'not_found' || error.param === 'after';
}

/**
 * Returns where a copy begins.
 * @throws CareAtlasError when there is no export, or none yet that a copy can begin with: nothing of the copy is removed then
 */
async function newestExport(client: MirroredService, lastBegun: string | undefined, call?: CallOptions) {
  const exports = await client.listExports(call);
  if (exports.length === 0)
    throw new CareAtlasError('There is no export to begin with: its operator has to publish one.', {
      code: 'gone',
      status: 410,
    });
  const { export: address } = await client.listChanges({}, call);
  const newest = exports.find(({ datasetVersion }) => address?.includes(`/${datasetVersion}/`));
  // What it began with last was withdrawn meanwhile: another one follows.
  if (!newest || newest.datasetVersion === lastBegun)
    throw new CareAtlasError('An export that a copy can begin with is not published yet.', {
      code: 'unavailable',
      status: 503,
      retryAfter: PAUSE_S,
    });
  return { version: newest.datasetVersion, cursor: newest.cursor, file: 0, line: 0 };
}

async function* exportBatches(
  client: MirroredService,
  { version, cursor, file: first, line: skipped }: Extract<State, { version: string }>,
  call?: CallOptions,
): AsyncGenerator<MirrorBatch, { readonly after: string }, undefined> {
  for (const [file, { type, idOf }] of FILES.entries()) {
    if (file < first) continue;
    const begin = file === first ? skipped : 0;
    let line = 0;
    let records: MirroredRecord[] = [];
    for await (const lines of linesOf(await client.getExportFile(version, `${type}s.ndjson.gz`, call))) {
      for (const text of lines) {
        if (line++ < begin) continue;
        const record = JSON.parse(text) as never;
        records.push({ type, id: idOf(record), record });
        if (records.length < BATCH_LINES) continue;
        const state: State = { version, cursor, file, line };
        yield { begins: false, records, state: JSON.stringify(state) };
        records = [];
      }
    }
    const next: State =
      file + 1 < FILES.length ? { version, cursor, file: file + 1, line: 0 } : { after: cursor };
    yield { begins: false, records, state: JSON.stringify(next) };
  }
  return { after: cursor };
}

async function* changeBatches(
  client: MirroredService,
  { after: begin }: { readonly after: string },
  call?: CallOptions,
): AsyncGenerator<MirrorBatch, void, undefined> {
  for (let after = begin; ;) {
    const { changes, next, more } = await client.listChanges({ after, limit: PAGE_LIMIT }, call);
    const records = changes.map(({ type, id, doctor, clinic, service }) => ({
      type,
      id,
      record: doctor ?? clinic ?? service ?? null,
    }));
    if (next !== after)
      yield { begins: false, records, state: JSON.stringify({ after: next } satisfies State) };
    if (!more) return;
    after = next;
  }
}

/**
 * Yields the lines of a text that is compressed with gzip, those of a piece together: to wait for each takes as long as to parse it.
 * @throws CareAtlasError when the download breaks off
 */
async function* linesOf(compressed: ReadableStream<Uint8Array>): AsyncGenerator<readonly string[]> {
  const gunzip = new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>;
  const reader = compressed.pipeThrough(gunzip).getReader();
  // A stream of texts would hand each piece on once more.
  const decoder = new TextDecoder();
  try {
    for (let rest = ''; ;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        const message = 'The download of an export broke off.';
        throw new CareAtlasError(message, { code: 'unreachable', status: 0 }, { cause });
      });
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop()!;
      yield lines;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
