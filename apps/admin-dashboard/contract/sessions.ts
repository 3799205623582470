/** The user's own sessions, newest first. */
export interface Sessions {
  readonly sessions: readonly OwnSession[];
}

export interface OwnSession {
  readonly id: string;
  readonly current: boolean;
  /** Browser and operating system, e.g. "Firefox on Linux". */
  readonly device: string;
  readonly address: string;
  readonly signedInAt: string;
  readonly lastSeenAt: string;
}
