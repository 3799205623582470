import {
  choosePlace,
  type ClinicIdentity,
  type PlaceHint,
  sameBecauseAmong,
} from '@care-atlas/domain/fusion';
import type { ClientBase } from 'pg';
import type { StoredRecord } from '../records/stored-record.js';

/** Returns the ids of the clinics where doctors practice: of the places that their records name, or of the clinics there that they mean. */
export async function chosenPlaces(
  client: ClientBase,
  doctors: readonly StoredRecord[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const said = doctors.map(({ key, source, fields }) => ({
    key,
    source,
    places: fields['places'] as readonly string[],
    hints: (fields['hints'] ?? []) as readonly PlaceHint[],
  }));
  const telling = said.filter(({ hints }) => hints.some(({ name, phone }) => name !== null || phone !== ''));
  // Most places have no list's clinic at their address.
  const named = await placesWhere(
    client,
    `key = any ($1::text[]) and exists (
      select from source_record other where kind = 'clinic' and ${isCandidate('other')}
        and (other.address_key = place.address_key or other.place_key = place.place_key))`,
    [[...new Set(telling.flatMap((doctor) => doctor.places))]],
  );
  if (named.length === 0) return new Map(said.map(({ key, places: ids }) => [key, ids]));
  const there = await placesWhere(client, 'address_key = any ($1::uuid[]) or place_key = any ($2::uuid[])', [
    distinct(named.map(({ addressKey }) => addressKey)),
    distinct(named.map(({ placeKey }) => placeKey)),
  ]);
  const sameBecause = sameBecauseAmong(there);
  const places = new Map(named.map((place) => [`${place.source} ${place.id}`, place]));
  const candidates = Map.groupBy(
    there.filter(({ isCandidate }) => isCandidate),
    ({ placeKey }) => placeKey,
  );
  return new Map(
    said.map(({ key, source, places: ids, hints }) => [
      key,
      ids.map((id, index) => {
        const [place, hint] = [places.get(`${source} ${id}`), hints[index]];
        if (!place || !hint) return id;
        const near = (candidates.get(place.placeKey) ?? []).filter((other) =>
          sameBecause({ ...place, name: null }, other),
        );
        return choosePlace(hint, near)?.id ?? id;
      }),
    ]),
  );
}

/** A record of a clinic, without what does not tell which clinic it is about. */
interface Place extends ClinicIdentity {
  readonly id: string;
  readonly source: string;
  /** Whether a source lists it as a clinic: it is no place of a register. */
  readonly isCandidate: boolean;
}

async function placesWhere(
  client: ClientBase,
  condition: string,
  values: readonly (readonly string[])[],
): Promise<readonly Place[]> {
  const { rows } = await client.query<Place>(
    `select key as id, source, fields ->> 'name' as name, coalesce(address_key::text, '') as "addressKey",
      coalesce(place_key::text, '') as "placeKey", null as position, phone, ${isCandidate('place')} as "isCandidate"
    from source_record place where kind = 'clinic' and (${condition})`,
    [...values],
  );
  return rows;
}

/** Returns SQL for whether a source lists a record as a clinic. */
function isCandidate(record: string): string {
  return `(${record}.fields ->> 'origin' is distinct from 'register' and ${record}.ended_at is null and not ${record}.forgotten)`;
}

function distinct(keys: readonly string[]): readonly string[] {
  return [...new Set(keys.filter((key) => key !== ''))];
}
