import {
  choosePlace,
  type ClinicIdentity,
  type PlaceHint,
  sameBecauseAmong,
} from '@care-atlas/domain/fusion';
import type { ClientBase } from 'pg';
import type { StoredRecord } from '../records/stored-record.js';
import type { StatementQueue } from '../staging/copy-target.js';

/** Returns those of the places where touched doctors practice at which a source lists a clinic: few. */
export async function sharedPlaces(client: ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ key: string }>(
    `with place as materialized (
      select distinct place.key, place.address_key, place.place_key from touched_doctor
        join source_record doctor on doctor.kind = 'doctor' and doctor.key = touched_doctor.key
        cross join jsonb_array_elements_text(doctor.fields -> 'places') named (key)
        join source_record place on place.kind = 'clinic' and place.key = named.key
    )
    select place.key from place join source_record other using (place_key) where kind = 'clinic' and ${isCandidate('other')}
    union
    select place.key from place join source_record other using (address_key) where kind = 'clinic' and ${isCandidate('other')}`,
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * Returns the ids of the clinics where doctors practice: of the places that their records name, or of the clinics there that they mean.
 * @param shared the places at which a source lists a clinic
 */
export async function chosenPlaces(
  queue: StatementQueue,
  doctors: readonly StoredRecord[],
  shared: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const said = doctors.map(({ key, source, fields }) => ({
    key,
    source,
    places: fields['places'] as readonly string[],
    hints: (fields['hints'] ?? []) as readonly PlaceHint[],
  }));
  const telling = said.filter(({ hints }) => hints.some(({ name, phone }) => name !== null || phone !== ''));
  const keys = new Set(telling.flatMap((doctor) => doctor.places).filter((place) => shared.has(place)));
  if (keys.size === 0) return new Map(said.map(({ key, places: ids }) => [key, ids]));
  const named = await placesWhere(queue, 'key = any ($1::text[])', [[...keys]]);
  const there = await placesWhere(queue, 'address_key = any ($1::uuid[]) or place_key = any ($2::uuid[])', [
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
  queue: StatementQueue,
  condition: string,
  values: readonly (readonly string[])[],
): Promise<readonly Place[]> {
  const { rows } = await queue.run((client) =>
    client.query<Place>(
      `select key as id, source, fields ->> 'name' as name, coalesce(address_key::text, '') as "addressKey",
      coalesce(place_key::text, '') as "placeKey", null as position, phone, ${isCandidate('place')} as "isCandidate"
    from source_record place where kind = 'clinic' and (${condition})`,
      [...values],
    ),
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
