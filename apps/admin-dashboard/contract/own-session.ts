/** GET /api/account/sessions → the person's own sessions, the newest first. */
export interface Sessions {
  readonly sessions: readonly OwnSession[];
}

export interface OwnSession {
  readonly id: string;
  readonly current: boolean;
  /** Browser and system, e.g. "Firefox on Linux". */
  readonly device: string;
  readonly address: string;
  readonly signedInAt: string;
  readonly lastSeenAt: string;
}

// DELETE /api/account/sessions/{id} → Sessions. Ending the current one is a sign-out: 204.
// DELETE /api/account/sessions → Sessions. Ends every one but the current.
