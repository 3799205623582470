export const MINUTE = 60;
export const DAY = 86_400;

/** How long things live, in seconds. A sign-in is repeated after the grant's time, whatever was refreshed. */
export const LIFETIMES = {
  accessToken: 60 * MINUTE,
  code: MINUTE,
  /** What a person has to answer the page. */
  signIn: 15 * MINUTE,
  unusedRefreshToken: 30 * DAY,
  grant: 90 * DAY,
  /** A client that registered itself, until it is first used and after it last was. */
  unusedClient: DAY,
  usedClient: 90 * DAY,
} as const;
