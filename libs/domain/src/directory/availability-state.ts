import type { ClinicExtra } from '../contract/queries/query.js';
import type { DirectoryView } from './directory-view.js';
import type { Found } from './list-envelope.js';
import { UNCHANGING } from './moves-with-clock.js';

interface IncludingQuery {
  readonly include?: readonly ClinicExtra[];
}

/** Returns whether a query asks for the states of evidence, which the clock changes. */
export function showsStates({ include }: IncludingQuery): boolean {
  return include?.includes('availability') ?? false;
}

/** Returns what the clock changes in the availability of clinics, if a query asks for it. */
export function availabilityState(
  { model: { clinics }, asOf }: DirectoryView,
  query: IncludingQuery,
  shown: Found['ordinals'],
): string {
  if (!showsStates(query)) return UNCHANGING;
  let sum = 0;
  for (const clinic of Array.from(shown)) sum += clinics.evidence.clockState(clinic, 'clinic', asOf);
  return `~${sum}`;
}

/** Returns the same of services with their clinics. */
export function serviceAvailabilityState(
  view: DirectoryView,
  query: IncludingQuery,
  shown: Found['ordinals'],
): string {
  if (!showsStates(query)) return UNCHANGING;
  const { services } = view.model;
  let sum = 0;
  for (const service of Array.from(shown)) sum += services.evidence.clockState(service, 'service', view.asOf);
  const ofClinics = availabilityState(
    view,
    query,
    Array.from(shown, (service) => services.clinicOf(service)),
  );
  return `${ofClinics}+${sum}`;
}
