import type { PlaceItem } from '@care-atlas/domain/contract';
import type { SearchTexts } from '../../texts/en/search.js';

/** Returns a text for people that `near` reads as exactly this place. */
export function placeText(
  { name, kind, within }: Pick<PlaceItem, 'name' | 'kind' | 'within'>,
  { station }: Pick<SearchTexts['places'], 'station'>,
): string {
  if (kind === 'subway-station') return station(name);
  return within === '' || kind === 'postal-area' ? name : `${name}, ${within}`;
}
