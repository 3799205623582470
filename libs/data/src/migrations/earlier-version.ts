/** The version before the baseline. CHANGELOG.md names the same commit. */
export const EARLIER_VERSION = { number: '0.9.0', commit: 'ae2ebb69' };

/** The migrations of that version, by which its databases are recognized. */
export const EARLIER_MIGRATIONS = [
  'Directory1795132800000',
  'KeyUsage1795140000000',
  'Synchronization1795145000000',
  'OAuth1795160000000',
  'Administration1795170000000',
  'Purchases1795180000000',
  'DirectoryOrder1795200000000',
  'DropDirectoryOrder1795210000000',
  'BackupRuns1795220000000',
  'KeyRights1795221000000',
  'RejectsFile1795222000000',
  'UsageByDay1795223000000',
  'ImportTrust1795240000000',
  'Corrections1795250000000',
  'PlaceKeyIndex1795251000000',
  'UnmatchedRecords1795260000000',
  'StationAgency1795280000000',
  'OpenEnds1795290000000',
  'ImportSpeed1795300000000',
  'Evidence1795311000000',
  'ChangeFeed1795320000000',
  'Accuracy1795340000000',
  'KeyLease1795353000000',
  'DoctorUpdates1795430000000',
  'PreviousFacts1795430100000',
  'KeyTerms1795440000000',
  'Requests1795440100000',
  'Health1795440200000',
  'People1795440300000',
  'ImportJobs1795440400000',
  'Decisions1795440500000',
  'MendedRows1795440600000',
  'RowDigests1795450000000',
  'ParkedImports1795460100000',
  'Withdrawal1795460200000',
  'UndatedObservations1795460300000',
  'FirstSaid1795460300001',
  'HoursNotes1795460400000',
];

/** The database is older than the oldest version that this release can upgrade. */
export class SchemaTooOldError extends Error {
  override readonly name = 'SchemaTooOldError';

  constructor() {
    const { number, commit } = EARLIER_VERSION;
    super(
      `The database is older than version ${number}, and nothing was changed: migrate it with version ${number} ` +
        `(commit ${commit}) first, and then with this release.`,
    );
  }
}

/**
 * Returns whether a database without the baseline was migrated by the version before it, and so has the same tables.
 * @param applied the names of its migrations
 * @throws SchemaTooOldError if some migrations of that version are missing
 */
export function isOfEarlierVersion(applied: ReadonlySet<string>): boolean {
  const found = EARLIER_MIGRATIONS.filter((name) => applied.has(name));
  if (found.length === 0 || found.length === EARLIER_MIGRATIONS.length) return found.length > 0;
  throw new SchemaTooOldError();
}
