import type { Availability, KnownFact } from '../contract/availability.js';
import type { ClinicRecord } from '../records/clinic.js';

/** Returns what is known about a clinic: its booleans elsewhere show "not known" as false. */
export function availabilityOf({
  accepting,
  acceptingObserved,
  wheelchair,
  virtualVisits,
}: ClinicRecord): Availability {
  const observedAt = acceptingObserved?.observedAt.toISOString() ?? null;
  return {
    accepting: { ...factOf(accepting), observedAt, method: acceptingObserved?.method ?? '' },
    wheelchair: factOf(wheelchair),
    virtualVisits: factOf(virtualVisits),
  };
}

function factOf(known: boolean | null): KnownFact {
  const answer = known === null ? 'unknown' : known ? 'yes' : 'no';
  return { answer, observedAt: null, method: '' };
}
