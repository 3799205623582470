import { isNearSubway, type Position } from '@care-atlas/domain/rules';
import { fold, streetAddress } from '@care-atlas/domain/text';
import { ClinicEntity } from '../../entities/clinic.entity.js';
import { addressUuids } from '../record-ids.js';
import { EntityTable } from '../staging/entity-table.js';
import type { PracticeLocation } from './doctor-input.js';

/** Maximum number of addresses to remember: a source that returns to a forgotten one only repeats its details. */
const MAX_REMEMBERED = 50_000;

/** The columns of a clinic that the register fills. */
export const LOCATION_COLUMNS = new EntityTable(ClinicEntity).only(
  'name',
  'searchName',
  'address',
  'postalCode',
  'placeKey',
  'lat',
  'lng',
  'positionSource',
  'phone',
  'type',
  'nearSubway',
);

/** A practice location with its key, as JSON that the table staged_location is made from. */
type LocationDetails = Pick<ClinicEntity, keyof typeof LOCATION_COLUMNS> & {
  readonly key: string;
  /** Whether the register gives the name. */
  readonly named: boolean;
  readonly kept?: readonly string[];
};

/** Turns practice locations into keys, and describes each location the first time it occurs. */
export class LocationKeys {
  /** By address: it nearly always contains the postal code. */
  readonly #known = new Map<string, { readonly postalCode: string; readonly key: string }>();

  constructor(private readonly stations: readonly Position[]) {}

  /** Returns the keys of some locations, and as JSON the details of those that are new. */
  of(locations: readonly PracticeLocation[]): {
    primary: string | undefined;
    others: string[];
    details: string | null;
  } {
    const details: LocationDetails[] = [];
    const keys = locations.map((location) => this.#keyOf(location, details));
    const [primary, ...others] = keys.length > 1 ? new Set(keys) : keys;
    return { primary, others, details: details.length > 0 ? JSON.stringify(details) : null };
  }

  #keyOf(location: PracticeLocation, details: LocationDetails[]): string {
    const { address, postalCode } = location;
    const known = this.#known.get(address);
    if (known?.postalCode === postalCode) return known.key;
    const { addressKey: key, placeKey } = addressUuids(address, postalCode);
    if (this.#known.size === MAX_REMEMBERED) this.#known.clear();
    this.#known.set(address, { postalCode, key });
    details.push(this.#detailsOf(location, key, placeKey));
    return key;
  }

  #detailsOf(location: PracticeLocation, key: string, placeKey: string | null): LocationDetails {
    const name = location.name || `Practice at ${streetAddress(location.address)}`;
    return {
      ...location,
      key,
      name,
      named: location.name !== '',
      searchName: fold(name),
      placeKey,
      nearSubway: isNearSubway(location, this.stations),
    };
  }
}
