import type { SessionLimits } from '@care-atlas/data/administration';
import type { DashboardConfiguration } from '@care-atlas/server/configuration';

const MINUTE_MS = 60_000;
/** Time from the first to the last step of a sign-in. */
const SIGN_IN_MINUTES = 10;

export function sessionLimits({ idleMinutes, sessionHours }: DashboardConfiguration): SessionLimits {
  return {
    idleMs: idleMinutes * MINUTE_MS,
    absoluteMs: sessionHours * 60 * MINUTE_MS,
    unfinishedMs: SIGN_IN_MINUTES * MINUTE_MS,
  };
}
