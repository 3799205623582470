import type { PlaceQuery } from '../contract/queries/place-query.js';
import type { ClinicExtra, DoctorExtra } from '../contract/queries/query.js';
import type { Extra, RequestedExtras } from '../read-model/clinics/clinic-extras.js';
import { unitVector } from '../read-model/clinics/nearest.js';
import type { AsOf } from '../rules/time/as-of.js';
import { positionOf } from '../rules/criteria.js';

type ExtrasQuery = Pick<PlaceQuery, 'near' | 'lat' | 'lng' | 'within'> & {
  readonly include?: readonly (ClinicExtra | DoctorExtra)[];
};

/** Every optional member, in the order of the answer. */
const EXTRAS: readonly Extra[] = [
  'notes',
  'links',
  'distance',
  'address',
  'location',
  'contact',
  'hours',
  'availability',
];
/** What the detail of a clinic has anyway. */
const IN_DETAIL: readonly Extra[] = ['location', 'contact'];

/**
 * Returns what a query adds about a clinic to its items, if anything: what it includes, and the distance with `near` and
 * `within`.
 * @param withAddress whether the location includes the address, which the items of other lists always have
 */
export function requestedExtras(
  query: ExtrasQuery,
  apiUrl: string | undefined,
  asOf: AsOf,
  withAddress = false,
): RequestedExtras | undefined {
  const { include, near, within } = query;
  if (include === undefined && near === undefined && within === undefined) return undefined;
  const position = positionOf(query);
  const requested = new Set<Extra | DoctorExtra>(include);
  if (near !== undefined || within !== undefined) requested.add('distance');
  if (!position) requested.delete('distance');
  if (withAddress && requested.has('location')) requested.add('address');
  const members = EXTRAS.filter((extra) => requested.has(extra));
  if (members.length === 0) return undefined;
  return { members, apiUrl: apiUrl ?? '', asOf, place: position && unitVector(position) };
}

/** Returns what a query adds to the detail of a clinic, which always has its location and contact. */
export function extrasOfDetail(extras: RequestedExtras | undefined): RequestedExtras | undefined {
  const members = extras?.members.filter((extra) => !IN_DETAIL.includes(extra)) ?? [];
  return extras && members.length > 0 ? { ...extras, members } : undefined;
}
