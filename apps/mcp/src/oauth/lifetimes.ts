export const MINUTE = 60;
export const DAY = 86_400;

/** Lifetimes in seconds. After the lifetime of a grant, a person must sign in again, whatever was refreshed. */
export const LIFETIMES = {
  accessToken: 60 * MINUTE,
  code: MINUTE,
  /** The time that a person has to answer the page. */
  signIn: 15 * MINUTE,
  unusedRefreshToken: 30 * DAY,
  grant: 90 * DAY,
  /** A client that registered itself: until its first use, and after its last. */
  unusedClient: DAY,
  usedClient: 90 * DAY,
} as const;
