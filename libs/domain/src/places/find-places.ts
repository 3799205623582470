import { completeCrossing } from './crossings.js';
import { frenchStationKey, type Place, PLACE_KEYS, placeKey, PLACES } from './gazetteer.js';
import type { PlaceKind } from './place-row.js';

const MOST_CROSSINGS = 10;

/**
 * Returns the places whose name or other name contains a text, for completion: names that begin with it first, then
 * other names, words within them, and the rest; each larger kinds first, then by name. Two streets find their crossings,
 * after places of that name. An empty text finds all but crossings; one without a letter or digit finds none.
 */
export function findPlaces(q: string, kind?: PlaceKind): readonly Place[] {
  const asked = placeKey(q);
  if (asked === '' && q.trim() !== '') return [];
  const key = frenchStationKey(asked) ?? asked;
  const byRank: [Place[], Place[], Place[], Place[]] = [[], [], [], []];
  for (const place of PLACES) {
    if (kind !== undefined && place.kind !== kind) continue;
    const rank = rankOf(key, PLACE_KEYS.get(place)!);
    if (rank !== undefined) byRank[rank].push(place);
  }
  const crossings = kind === undefined || kind === 'intersection' ? completeCrossing(q, MOST_CROSSINGS) : [];
  return [...byRank.flat(), ...crossings];
}

function rankOf(key: string, names: readonly string[]): 0 | 1 | 2 | 3 | undefined {
  if (names[0]!.startsWith(key)) return 0;
  if (names.some((name) => name.startsWith(key))) return 1;
  if (names.some((name) => name.includes(` ${key}`))) return 2;
  return names.some((name) => name.includes(key)) ? 3 : undefined;
}
