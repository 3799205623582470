/** What the overview says. */
export const OVERVIEW_TEXTS = {
  overdueTitle: 'The register is out of date',
  overdue: (days: number) =>
    `Records stay fresh for ${days} days, and the last complete run of the register finished`,
  overdueNever: 'No complete run of the register has finished yet.',
  overdueAction: 'Bring in the register with “npm run sync”; each run shows up under Runs.',
  factorTitle: 'Only a password protects your account',
  factor: 'Add an authenticator app or a passkey.',
  factorAction: 'Protect your account',
  freshness: 'Freshness now',
  doctors: 'Doctors',
  clinics: 'Clinics',
  accepting: 'Accepting new patients',
  requests: 'Requests',
  refusals: 'Refused requests',
  lastDay: 'in the last 24 hours',
  lastRuns: 'Last runs',
  allRuns: 'All runs',
  synced: 'Directory as of',
  refusalKinds: { 401: 'no valid key', 403: 'not allowed', 429: 'over the limit' },
} as const;
