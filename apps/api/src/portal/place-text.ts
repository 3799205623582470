import type { PlaceItem } from '@care-atlas/domain/contract';

/** Returns a text for people that `near` reads as exactly this place. */
export function placeText({ name, kind, within }: Pick<PlaceItem, 'name' | 'kind' | 'within'>): string {
  if (kind === 'subway-station') return `${name} station`;
  return within === '' || kind === 'postal-area' ? name : `${name}, ${within}`;
}
