import { isDatabaseUnreachable } from '@care-atlas/data/connection';
import { MassDeparture } from '@care-atlas/data/sync';

// Class and condition; what else has five characters is an error of the system, such as EPERM.
const SQLSTATE = /^(?:\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/;

/** What went wrong in an import, as one sentence for a person. */
export function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isDatabaseUnreachable(error)) {
    const cure = 'see that it is running, and that --database-url or DATABASE_URL is its address';
    return `The database does not answer (${reasonOf(error)}): ${cure}.`;
  }
  if (error instanceof MassDeparture) {
    const confirmed = `--confirm-expiry ${error.count}`;
    return `${error.message}\n--dry-run ${confirmed} --changes ${error.count} shows them all; ${confirmed} does it.`;
  }
  if (SQLSTATE.test(codeOf(error))) return `The database refused: ${error.message}.`;
  return error.message;
}

/** An error of several attempts to connect has no message of its own. */
function reasonOf(error: Error): string {
  return error.message || codeOf(error) || error.name;
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
