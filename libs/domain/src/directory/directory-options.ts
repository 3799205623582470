import type { EvidenceDays } from '../rules/evidence.js';

/** The settings of a directory. */
export interface DirectoryOptions {
  /** Number of days for which a confirmation by the register counts as fresh; 30 by default. */
  readonly freshDays?: number;
  /** Number of days for which evidence holds, by method; `EVIDENCE_DAYS` by default. */
  readonly evidenceDays?: EvidenceDays;
  /** The address of the read operations, without a slash at the end, for links in answers. */
  readonly apiUrl?: string;
  /** The address of the register's public page of a doctor, with `{number}` for the registration number. */
  readonly registerPageUrl?: string | undefined;
}
