import { isNearSubway, type Position } from '@care-atlas/domain/rules';
import { fold, streetAddress } from '@care-atlas/domain/text';
import type { ClientBase } from 'pg';
import { ClinicEntity } from '../../entities/directory/clinic.entity.js';
import { stationPositions } from '../clinics/station-merge.js';
import { addressUuids } from '../record-ids.js';
import { copyText, type CopyValue } from '../staging/copy-text.js';
import { type ColumnTypes, EntityTable, propertiesOf } from '../staging/entity-table.js';
import type { PracticeLocation } from './doctor-input.js';

/** Maximum number of addresses to remember: a source that returns to a forgotten one only repeats its details. */
const MAX_REMEMBERED = 50_000;

/** Maximum number of stored addresses to read: in a larger import, computing their keys takes little of the time. */
const MAX_STORED = 10_000;

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

/** A practice location with its key. */
type StagedLocation = Pick<ClinicEntity, keyof typeof LOCATION_COLUMNS> & {
  readonly key: string;
  /** Whether the register gives the name. */
  readonly named: boolean;
  /** The fields that the register does not give. */
  readonly kept: readonly string[] | null;
};

/** The columns of the table staged_location. */
export const STAGED_LOCATION: ColumnTypes<keyof StagedLocation> = {
  key: 'uuid',
  named: 'boolean',
  kept: 'text[]',
  ...LOCATION_COLUMNS,
};
const STAGED_PROPERTIES = propertiesOf(STAGED_LOCATION);

interface StoredAddress {
  readonly postalCode: string;
  readonly addressKey: string;
  readonly placeKey: string | null;
}

/** The keys of the locations of a registration. */
export interface NamedLocations {
  readonly primary: string | undefined;
  readonly others: readonly string[];
  /** The locations that none before named, as lines of COPY into staged_location. */
  readonly described: string;
}

/** Turns practice locations into keys, and describes each location the first time it occurs. */
export class LocationKeys {
  /** By address: it nearly always contains the postal code. */
  readonly #known = new Map<string, { readonly postalCode: string; readonly key: string }>();

  private constructor(
    private readonly stations: readonly Position[],
    private readonly stored: ReadonlyMap<string, StoredAddress>,
  ) {}

  /** Reads the keys of the register's own clinics: to compute a key takes longer. */
  static async load(client: ClientBase): Promise<LocationKeys> {
    const { rows } = await client.query<StoredAddress & { address: string }>(
      `select address, postal_code as "postalCode", address_key as "addressKey", place_key as "placeKey"
      from clinic where origin = 'register' limit ${MAX_STORED}`,
    );
    const stored = new Map(rows.map((row) => [row.address, row]));
    return new LocationKeys(await stationPositions(client), stored);
  }

  /** Returns the keys of some locations, and describes those that are new. */
  of(locations: readonly PracticeLocation[]): NamedLocations {
    let described = '';
    const keys = locations.map((location) => {
      const { address, postalCode } = location;
      const known = this.#known.get(address);
      if (known?.postalCode === postalCode) return known.key;
      const stored = this.stored.get(address);
      const { addressKey: key, placeKey } =
        stored?.postalCode === postalCode ? stored : addressUuids(address, postalCode);
      if (this.#known.size === MAX_REMEMBERED) this.#known.clear();
      this.#known.set(address, { postalCode, key });
      const staged = this.#staged(location, key, placeKey);
      described += `${copyText(STAGED_PROPERTIES.map((property): CopyValue => staged[property]))}\n`;
      return key;
    });
    const [primary, ...others] = keys.length > 1 ? new Set(keys) : keys;
    return { primary, others, described };
  }

  #staged(location: PracticeLocation, key: string, placeKey: string | null): StagedLocation {
    const name = location.name || `Practice at ${streetAddress(location.address)}`;
    return {
      ...location,
      key,
      name,
      named: location.name !== '',
      kept: location.kept ?? null,
      searchName: fold(name),
      placeKey,
      nearSubway: isNearSubway(location, this.stations),
    };
  }
}
