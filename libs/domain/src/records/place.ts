/** The kinds of places, largest first. Of several places with one name, the larger is meant. */
export const PLACE_KINDS = [
  'region',
  'municipality',
  'district',
  'town',
  'neighbourhood',
  'subway-station',
  'go-station',
  'landmark',
  'intersection',
  'postal-area',
] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** A place as answers name it. */
export interface NamedPlace {
  readonly name: string;
  readonly kind: PlaceKind;
  /** The name of the place that it lies in; empty if there is none. */
  readonly within: string;
}

const wordsOf = (kind: PlaceKind) => kind.replace('-', ' ').replace('go ', 'GO ');
const LABEL = new RegExp(`^(.+) \\((${PLACE_KINDS.map(wordsOf).join('|')})(?: in (.+))?\\)$`);

/** Returns the label of a place, which tells it from others of the same name: `Kennedy (subway station in Toronto)`. */
export function labelOfPlace({ name, kind, within }: NamedPlace): string {
  return `${name} (${wordsOf(kind)}${within && ` in ${within}`})`;
}

/** Returns the place that a label names; undefined for another text. */
export function placeOfLabel(label: string): NamedPlace | undefined {
  const [, name = '', words, within = ''] = LABEL.exec(label) ?? [];
  const kind = PLACE_KINDS.find((each) => wordsOf(each) === words);
  return kind && { name, kind, within };
}
