import type { Bundle } from '@medplum/fhirtypes';
import { type ExportStore, linesOf } from '../export-store.js';
import { DELETED_FILE, fileOf } from './files.js';
import type { FhirType } from './elements.js';

/** An id that was published, and since when it no longer is; undefined if it was in the newest export. */
export interface PublishedId {
  readonly id: string;
  readonly deletedAt: string | undefined;
}

/**
 * Yields the ids of a kind that the newest export has, or says that they were deleted, in their order; none if it has no
 * resources.
 */
export async function* publishedIds(
  store: ExportStore,
  version: string,
  type: FhirType,
): AsyncGenerator<PublishedId> {
  const deleted = deletedIds(store, version, type);
  let next = await deleted.next();
  for await (const line of linesOf(await store.open(version, fileOf(type)))) {
    const id = idOf(line);
    for (; !next.done && next.value.id < id; next = await deleted.next()) yield next.value;
    yield { id, deletedAt: undefined };
  }
  for (; !next.done; next = await deleted.next()) yield next.value;
}

async function* deletedIds(store: ExportStore, version: string, type: FhirType): AsyncGenerator<PublishedId> {
  for await (const line of linesOf(await store.open(version, DELETED_FILE))) {
    const { entry, timestamp } = JSON.parse(line) as Bundle;
    const [kind, id] = entry![0]!.request!.url!.split('/');
    if (kind === type) yield { id: id!, deletedAt: timestamp };
  }
}

/** Returns the id in a line that was written here: parsing all of it would take several times as long. */
function idOf(line: string): string {
  return /^\{"resourceType":"\w+","id":"([^"]+)"/.exec(line)![1]!;
}
