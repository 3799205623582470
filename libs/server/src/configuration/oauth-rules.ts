/** The settings of the connector's login. */
export interface OAuthRules {
  /** Empty: one is kept in the database. */
  readonly secret: string;
  /** Requests per minute and client address to each of its steps. */
  readonly requests: number;
  /** Programs that registered themselves: at a time, and per day and client address. */
  readonly clients: number;
  readonly clientsPerAddress: number;
  /** Networks that are not public and from which documents of programs may be fetched nevertheless. */
  readonly clientNetworks: readonly string[];
}
