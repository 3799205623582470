import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { DirectoryError, type Export } from '@care-atlas/domain/contract';
import { ERROR_MESSAGES } from '@care-atlas/domain/messages';
import type { ChangeFeedRepository } from '../directory/feed/change-feed.repository.js';
import { type ExportStore, fileUrl, MANIFEST, numberOf, type StoredFile, VERSION } from './export-store.js';
import { ExportedKeys } from './exported-keys.js';
import type { WithdrawalRepository, Withdrawals } from './withdrawal.repository.js';

/** How often a download asks whether its file was withdrawn. */
const CHECK_MS = 1_000;
/** Seconds after which an export that is being written may be there. */
const NEXT_EXPORT_S = 5;
const REMOVED = 'This file has a record that was removed from the directory';
/** The files that a copy begins with. */
const BEGINNING = ['doctors.ndjson.gz', 'clinics.ndjson.gz', 'services.ndjson.gz'];

/**
 * The published exports, as the service may give them out: without those of a sample that real data replaced, and without
 * files that have a record that was hidden since. Each request asks the database, so that a withdrawal counts from its
 * commit on, on every instance. While the database is away, nothing is given out.
 */
export class ServedExports {
  readonly #keys: ExportedKeys;

  /**
   * @param isPublished whether exports are published at all
   * @param stopwatch returns milliseconds that passed since some moment
   */
  constructor(
    private readonly store: ExportStore,
    private readonly withdrawals: WithdrawalRepository,
    private readonly feed: ChangeFeedRepository,
    private readonly isPublished: boolean,
    private readonly stopwatch = () => performance.now(),
  ) {
    this.#keys = new ExportedKeys(store);
  }

  /** Returns the exports, newest first. */
  async list(): Promise<readonly Export[]> {
    const exports = await this.store.list();
    if (exports.length === 0) return exports;
    const { realFrom } = await this.withdrawals.current();
    return exports.filter(({ datasetVersion }) => numberOf(datasetVersion) >= realFrom);
  }

  /**
   * Returns the address of the manifest of the newest export with which a copy can begin: its files are there, and the feed
   * continues it.
   */
  async addressToBegin(): Promise<string | undefined> {
    for (const each of await this.list()) {
      if (!(await this.feed.continues(each.cursor))) continue;
      if (await this.#isWhole(each, await this.withdrawals.current()))
        return fileUrl(each.datasetVersion, MANIFEST);
    }
    return undefined;
  }

  /** Returns the error of a request for changes that are no longer kept: it says with which export to begin, or when. */
  async endOfChanges(): Promise<DirectoryError> {
    const address = await this.addressToBegin();
    if (address) return new DirectoryError('gone', `${ERROR_MESSAGES.gone.slice(0, -1)}, ${address}.`);
    const why = 'The changes after this cursor are no longer kept, and';
    if (!this.isPublished)
      return new DirectoryError('gone', `${why} this service publishes no exports to begin with.`);
    const message = `${why} the export to begin with is not published yet: try again.`;
    return new DirectoryError('unavailable', message, undefined, { retryAfter: NEXT_EXPORT_S });
  }

  /**
   * Opens a file. Its download ends, incomplete, when it is withdrawn meanwhile.
   * @returns undefined if there is none of that name
   * @throws DirectoryError `gone` for a file that was withdrawn
   */
  async open(datasetVersion: string, name: string): Promise<StoredFile | undefined> {
    if (!VERSION.test(datasetVersion)) return undefined;
    const file = await this.store.open(datasetVersion, name);
    if (!file && !(await this.#isListed(datasetVersion, name))) return undefined;
    await this.#requireServed(datasetVersion, name);
    // It was erased, and its record is shown again.
    if (!file) throw await this.#gone(REMOVED);
    const check = () => this.#requireServed(datasetVersion, name);
    return {
      bytes: file.bytes,
      tag: file.tag,
      read: (range) =>
        Readable.from(
          checkedContent(() => file.read(range), check, this.stopwatch),
          { objectMode: false },
        ),
    };
  }

  async #isListed(version: string, name: string): Promise<boolean> {
    const manifest = await this.store.open(version, MANIFEST);
    if (!manifest) return false;
    const { files } = (await json(manifest.read())) as Export;
    return files.some((file) => file.name === name);
  }

  async #isWhole({ datasetVersion }: Export, { hidden }: Withdrawals): Promise<boolean> {
    for (const name of BEGINNING) if (await this.#keys.hasAny(datasetVersion, name, hidden)) return false;
    return true;
  }

  async #requireServed(version: string, name: string): Promise<void> {
    const { hidden, realFrom } = await this.withdrawals.current();
    if (numberOf(version) < realFrom)
      throw await this.#gone('This export is of sample data, which real data has replaced');
    if (await this.#keys.hasAny(version, name, hidden)) throw await this.#gone(REMOVED);
  }

  /** Returns an error that says how to go on: with which export, or when. */
  async #gone(reason: string): Promise<DirectoryError> {
    const address = await this.addressToBegin();
    if (address) return new DirectoryError('gone', `${reason}: use the newest export, ${address}.`);
    const message = `${reason}: the next export will be without it. List /exports again in a minute.`;
    return new DirectoryError('gone', message, undefined, { retryAfter: NEXT_EXPORT_S });
  }
}

/** Yields a content, and asks now and then whether it may go on. */
async function* checkedContent(
  read: () => Readable,
  check: () => Promise<void>,
  stopwatch: () => number,
): AsyncGenerator<Uint8Array> {
  let checked = stopwatch();
  for await (const chunk of read() as AsyncIterable<Uint8Array>) {
    if (stopwatch() - checked >= CHECK_MS) {
      await check();
      checked = stopwatch();
    }
    yield chunk;
  }
}
