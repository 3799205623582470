import { databaseReason, isDatabaseUnreachable } from '@care-atlas/data/connection';
import {
  ChangeLimitError,
  NotRedistributableError,
  RemovalLimitError,
  SampleDataError,
} from '@care-atlas/data/sync';

// A class and a condition. Other codes of five characters are errors of the system, such as EPERM.
const SQLSTATE = /^(?:\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/;

const SAMPLE_REMEDIES = {
  directory:
    'To remove the sample data in the same import: --replace-sample. To keep it, and start with an empty directory: another DATA_DIR or DATABASE_URL.',
  file: 'To import it into a directory without real data: another DATA_DIR or DATABASE_URL.',
} as const;

/** Returns what went wrong in an import, for a person. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isDatabaseUnreachable(error)) {
    const remedy = 'check that it is running, and that --database-url or DATABASE_URL is its address';
    return `The database does not answer (${databaseReason(error)}): ${remedy}.`;
  }
  if (error instanceof RemovalLimitError) {
    const confirmed = `--confirm-expiry ${error.count}`;
    return `${error.message}\nTo list them all: --dry-run ${confirmed} --changes ${error.count}. To confirm: ${confirmed}.`;
  }
  if (error instanceof ChangeLimitError) {
    const confirmed = `--confirm-change ${error.changes.join(',')}`;
    return `${error.message}\nTo see changes: --dry-run ${confirmed}. To confirm: ${confirmed}.`;
  }
  if (error instanceof SampleDataError) return `${error.message}\n${SAMPLE_REMEDIES[error.holder]}`;
  if (error instanceof NotRedistributableError)
    return `${error.message}\nIf it may be served: --redistributable.`;
  if (SQLSTATE.test(codeOf(error))) return `The database reports an error: ${error.message}.`;
  return error.message;
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
