/** What is beyond the machine of the rehearsal. */
export const NAMES = {
  login: 'login.atlas.example',
  hooks: 'hooks.atlas.example',
  store: 'store.atlas.example',
  mail: 'mail.atlas.example',
  collector: 'collector.atlas.example',
} as const;
export const BUCKET = 'exports';
/** The dashboard at the provider. */
export const CLIENT = 'care-atlas';
export const CLIENT_SECRET = 'the secret of the dashboard in the rehearsal';
/** Who signs in by the provider. */
export const PERSON = 'ada@atlas.example';

/** Where an operator's databases are: docs/operate/scale.md. */
export const DATABASE_NAMES = {
  primary: 'postgres.example',
  standby: 'standby.example',
  pooler: 'pooler.example',
} as const;
/** The nodes of the store: three masters, and a replica for each. */
export const STORE_NAMES = [1, 2, 3, 4, 5, 6].map((number) => `store-${number}.example`);
