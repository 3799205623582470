/** `limit` 1 to 100, by default 25; `offset` by default 0. */
export interface PageQuery {
  readonly limit?: number;
  readonly offset?: number;
}

export interface Page {
  /** How many there are. */
  readonly total: number;
  /** How many of them are here. */
  readonly count: number;
}
