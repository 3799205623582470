import type { ExportFile } from '@care-atlas/domain/contract';
import type { Bundle } from '@medplum/fhirtypes';
import { ExportFileWriter } from '../export-file-writer.js';
import type { ExportDraft } from '../export-store.js';
import type { FhirType } from './elements.js';
import { fileOf } from './files.js';
import type { PublishedId } from './published-ids.js';

/** For so long, exports say that a resource was deleted. */
const TOLD_MS = 90 * 86_400_000;

/**
 * Writes the resources of a kind, in the order of their ids, and meanwhile says which of those that were published are
 * not among them. Both come in that order, so that neither has to be held.
 */
export class ResourceFile {
  readonly #writer: ExportFileWriter;
  #next: IteratorResult<PublishedId> | undefined;
  #last = '';

  constructor(
    draft: ExportDraft,
    private readonly type: FhirType,
    private readonly published: AsyncGenerator<PublishedId>,
    private readonly deleted: ExportFileWriter,
    private readonly now: Date,
  ) {
    this.#writer = new ExportFileWriter(draft, fileOf(type));
  }

  /** Adds a resource. @throws when its id does not come after that of the one before */
  async add(id: string, text: string): Promise<void> {
    if (id <= this.#last) throw new Error(`${this.type}/${id} was written after ${this.#last}.`);
    this.#last = id;
    await this.#passOver(id);
    await this.#writer.add(`${text}\n`);
  }

  /** Completes the file. @returns what the manifest says of it */
  async end(datasetVersion: string): Promise<ExportFile> {
    await this.#passOver(undefined);
    return this.#writer.end(datasetVersion);
  }

  async abort(): Promise<void> {
    await this.published.return(undefined).catch(() => undefined);
    await this.#writer.abort();
  }

  /** Says that the published resources before an id, or all others, are not there. */
  async #passOver(id: string | undefined): Promise<void> {
    this.#next ??= await this.published.next();
    while (!this.#next.done && (id === undefined || this.#next.value.id <= id)) {
      if (this.#next.value.id !== id) await this.#delete(this.#next.value);
      this.#next = await this.published.next();
    }
  }

  async #delete({ id, deletedAt = this.now.toISOString() }: PublishedId): Promise<void> {
    if (this.now.getTime() - Date.parse(deletedAt) > TOLD_MS) return;
    const bundle: Bundle = {
      resourceType: 'Bundle',
      type: 'transaction',
      timestamp: deletedAt,
      entry: [{ request: { method: 'DELETE', url: `${this.type}/${id}` } }],
    };
    await this.deleted.add(`${JSON.stringify(bundle)}\n`);
  }
}
