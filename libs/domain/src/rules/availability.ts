import type { Availability, KnownFact } from '../contract/answers/availability.js';
import type { ClinicRecord } from '../records/clinic.js';

/** Returns what is known about a clinic: its booleans elsewhere show "not known" as false. */
export function availabilityOf({
  accepting,
  acceptingObserved,
  wheelchair,
  virtualVisits,
}: ClinicRecord): Availability {
  return {
    accepting: factOf(accepting, acceptingObserved?.observedAt, acceptingObserved?.method),
    wheelchair: factOf(wheelchair),
    virtualVisits: factOf(virtualVisits),
  };
}

function factOf(known: boolean | null, observedAt?: Date, method = ''): KnownFact {
  const answer = known === null ? 'unknown' : known ? 'yes' : 'no';
  return { answer, observedAt: observedAt?.toISOString() ?? null, method };
}
