import type {
  Availability,
  ClinicExtra,
  DoctorExtra,
  KnownAcceptance,
  PlaceExtra,
} from '@care-atlas/domain/contract';
import { torontoDate } from '@care-atlas/domain/rules';
import { withHours } from './asked-hours.js';

type Including = Parameters<typeof withHours>[0] & {
  readonly include?: readonly (ClinicExtra | DoctorExtra)[];
};

/** Returns a query that also asks what is known about each clinic, for the hours of requested days, and for other members. */
export function withAvailability<Q extends Including>(query: Q, ...others: readonly PlaceExtra[]): Q {
  const asked = withHours(query);
  return { ...asked, include: [...(asked.include ?? []), 'availability', ...others] };
}

/** Returns acceptance for the structured form, without what is usual and what the source does not say. */
export function acceptanceItem(known: KnownAcceptance): object {
  const { answer, code, state, observedAt, dated, method, walkIn } = known;
  return {
    answer,
    // A yes means new patients.
    ...(code !== 'unknown' && code !== 'newpt' && { code }),
    ...(state !== 'never' && state !== 'confirmed' && { state }),
    ...(observedAt !== null && { observedAt: torontoDate(observedAt) }),
    ...(dated === false && { dated }),
    ...(method && { method }),
    ...(walkIn && { walkIn }),
  };
}

/** Returns what is known of acceptance in a record that was read with `include=availability`. */
export function acceptanceIn({
  availability,
}: {
  readonly availability?: Pick<Availability, 'accepting'>;
}): KnownAcceptance {
  if (!availability) throw new Error('The answer lacks what is known about the clinic.');
  return availability.accepting;
}
