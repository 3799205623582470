import type { Availability, ClinicExtra, KnownFact, PlaceExtra } from '@care-atlas/domain/contract';

type Including = { readonly include?: readonly (PlaceExtra | ClinicExtra)[] };

/** Returns a query that also asks what is known about each clinic, and for other members. */
export function withAvailability<Q extends Including>(query: Q, ...others: readonly PlaceExtra[]): Q {
  return { ...query, include: [...(query.include ?? []), 'availability', ...others] };
}

/** Returns a fact for the structured form, without what the source does not say. */
export function factItem({ answer, observedAt, method }: KnownFact): object {
  return {
    answer,
    ...(observedAt !== null && { observedAt: observedAt.slice(0, 10) }),
    ...(method && { method }),
  };
}

/** Returns what is known of acceptance in a record that was read with `include=availability`. */
export function acceptanceIn({ availability }: { readonly availability?: Availability }): KnownFact {
  if (!availability) throw new Error('The answer lacks what is known about the clinic.');
  return availability.accepting;
}
