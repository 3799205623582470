import type { ImportJob } from '@care-atlas/data/sync';
import type { Answer } from '../http/endpoint.js';

/** Returns an upload as lists show it. */
export function shownImport(job: ImportJob): Answer<'uploadImport'> {
  const { id, source, fileName, bytes, state, uploadedBy, uploadedAt, confirmedBy, finishedAt, reason } = job;
  const { mendsRun, mendsImport } = job;
  const mends = mendsRun === null && mendsImport === null ? null : { run: mendsRun, import: mendsImport };
  return {
    id,
    source,
    fileName,
    bytes,
    state,
    uploadedBy,
    uploadedAt,
    confirmedBy,
    finishedAt,
    reason,
    mends,
  };
}
