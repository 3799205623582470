import { choosePlace, type PlaceHint, sameBecauseAmong } from '@care-atlas/domain/fusion';
import type { ClientBase } from 'pg';
import type { StoredRecord } from '../records/stored-record.js';
import { type ClinicRecordRow, recordsWith } from './related-records.js';

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
  const named = await recordsWith(client, { keys: [...new Set(telling.flatMap(({ places }) => places))] });
  const there = await recordsWith(client, {
    addresses: distinct(named.map(({ addressKey }) => addressKey)),
    places: distinct(named.map(({ placeKey }) => placeKey)),
  });
  const identities = there.map(identityOf);
  const sameBecause = sameBecauseAmong(identities);
  const places = new Map(named.map((row) => [`${row.source} ${row.key}`, identityOf(row)]));
  const candidates = Map.groupBy(
    identities.filter(({ isCandidate }) => isCandidate),
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

function identityOf({ key, addressKey, placeKey, phone, fields, endedAt, forgotten }: ClinicRecordRow) {
  return {
    id: key,
    name: (fields['name'] as string | null | undefined) ?? null,
    addressKey: addressKey ?? '',
    placeKey: placeKey ?? '',
    position: null,
    phone,
    isCandidate: fields['origin'] !== 'register' && endedAt === null && !forgotten,
  };
}

function distinct(keys: readonly (string | null)[]): readonly string[] {
  return [...new Set(keys.filter((key) => key !== null))];
}
