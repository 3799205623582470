import type { Interpretation } from '@care-atlas/domain/contract';
import { placeOfLabel } from '@care-atlas/domain/records';
import type { SearchTexts } from '../../texts/en/search.js';

/** Which names the values of a parameter are. */
const NAMED: Readonly<Record<string, keyof SearchTexts['names']>> = {
  specialties: 'specialty',
  specialty: 'specialty',
  languages: 'language',
  language: 'language',
};

/** Returns how values were read, as sentences. A value that a page itself calls so needs none. */
export function readingsOf(
  interpreted: readonly Interpretation[],
  {
    names,
    places,
    readAs,
    notMeant,
    fromCenter,
  }: Pick<SearchTexts, 'names' | 'places' | 'readAs' | 'notMeant' | 'fromCenter'>,
): readonly string[] {
  return interpreted.flatMap(({ param, value, as, others = [], precision }) => {
    const kind = NAMED[param];
    const named = (name: string) => (kind ? names[kind](name) : placeNamed(name, places));
    const meant = as.map(named);
    const center = precision === 'area' ? [fromCenter(placeOfLabel(as[0]!)?.name ?? value)] : [];
    if (meant.length === 1 && meant[0] === value) return center;
    const reading = readAs(value, meant);
    return [others.length === 0 ? reading : `${reading} ${notMeant(others.map(named))}`, ...center];
  });
}

/** Returns the name of a place as a page writes it; another text as it is. */
function placeNamed(label: string, { kinds, within }: SearchTexts['places']): string {
  const place = placeOfLabel(label);
  if (!place) return label;
  const kind = kinds[place.kind];
  return `${place.name} (${place.within === '' ? kind : within(kind, place.within)})`;
}
