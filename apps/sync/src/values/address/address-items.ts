import { townLength } from '@care-atlas/domain/places';
import { streetLength } from '@care-atlas/domain/text';

/** A part of an address line. */
export interface AddressItem {
  readonly kind: 'unit' | 'building' | 'delivery' | 'street' | 'department' | 'town' | 'words';
  readonly text: string;
  /** Whether it is all that stands between two commas. */
  readonly isAlone: boolean;
  /** Of a street: whether a word shows that it is one, such as "Road", and not only the number before it. */
  readonly isKnown?: boolean;
  /** Of a street: whether more follows it that nothing explains. */
  readonly isLoose?: boolean;
}

type PartItem = Omit<AddressItem, 'isAlone'>;

const END = String.raw`(?![\p{L}\p{N}])`;
const NUMBER_WORD = String.raw`(?:#|n[o°º]\.?(?!\p{L})|number${END})?\s*`;
/** The number of a unit: 5, 5a, b12, LL1, EG-45 or B. */
const UNIT_NUMBER = String.raw`(?:(?:\p{L}{1,3}-?)?\d+\p{L}?|\p{L})${END}`;
const UNIT_WORDS = 'units?|suites?|ste|apartments?|apt|rooms?|rm|offices?|bureau|local';
const FLOOR_WORD = String.raw`(?:floor|flr|fl|level|[ée]tage)${END}`;
const FLOOR_NAMES =
  'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|main|ground|lower|upper|concourse|mezzanine|penthouse';

const UNIT = sticky(
  String.raw`(?:(?:${UNIT_WORDS})(?!\p{L})\.?[:-]?\s*${NUMBER_WORD}|#\s*)(?=${UNIT_NUMBER})`,
);
const BUILDING = sticky(
  String.raw`(?:building|bldg|tower|block|penthouse|ph)(?!\p{L})\.?\s*${NUMBER_WORD}(?=${UNIT_NUMBER})`,
);
const NUMBERED_FLOOR = sticky(String.raw`${FLOOR_WORD}\.?\s*#?\s*(?=${UNIT_NUMBER})`);
/** The numbers that a unit has besides the first one: "200-A", "5 & 6". */
const NEXT_NUMBER = sticky(String.raw`(?:\s*[&/–-]\s*|\s+and\s+)(?=${UNIT_NUMBER})`);
const THIS_NUMBER = sticky(UNIT_NUMBER);
const WHOLE: readonly (readonly [AddressItem['kind'], RegExp])[] = [
  ['unit', sticky(String.raw`\d+\s?(?:st|nd|rd|th|er|e|i?[èe]me)?\s+${FLOOR_WORD}\.?|\d+\/F${END}`)],
  ['unit', sticky(String.raw`(?:${FLOOR_NAMES})\s+${FLOOR_WORD}\.?`)],
  ['unit', sticky(String.raw`basement${END}|(?:concourse|mezzanine|penthouse)(?=\s*(?:$|[–-]|\d))`)],
  ['building', sticky(String.raw`(?:north|south|east|west)\s+tower${END}`)],
  ['delivery', sticky(String.raw`(?:p\.?\s?o\.?\s*)?box\s*#?\s*\d+${END}`)],
  ['delivery', sticky(String.raw`(?:r\.?\s?r\.?|rural\s+route)\s*${NUMBER_WORD}\d+${END}`)],
  ['delivery', sticky(String.raw`c\.?\s?p\.?\s+\d+${END}`)],
  ['delivery', sticky(String.raw`(?:postal\s+)?(?:station|stn|succ(?:ursale)?)\.?\s+(?:main|\p{L})${END}`)],
  ['delivery', sticky(String.raw`general\s+delivery${END}`)],
  ['delivery', sticky(String.raw`(?:lot|conc(?:ession)?)\.?\s+#?\d+${END}`)],
];
const DEPARTMENT = sticky(
  String.raw`(?:(?:department|division|div\.?|d[ée]partement)\s+(?:of|de|des|du|d['’])|dept\.?(?=\s+\p{L}))(?!\p{L})`,
);

/** A civic number, perhaps with a unit before it and a dash. */
const CIVIC = sticky(
  String.raw`(?:(?:\p{L}{0,2}\d+\p{L}?|\p{L})\s*[–-]\s*)?\d+\p{L}?(?:\s?[½¼¾]|\s+\d\/\d)?\s+(?=\p{L}|\d+(?:st|nd|rd|th)${END})`,
);
/** What any item but words begins with: most words do not. */
const BEGINNING = sticky(
  [UNIT, BUILDING, NUMBERED_FLOOR, ...WHOLE.map(([, rule]) => rule), DEPARTMENT, CIVIC]
    .map(({ source }) => `(?:${source})`)
    .join('|'),
);
const DASH = sticky(String.raw`[–-]+\s*`);
const SEPARATOR = sticky(String.raw`[\s.:]*`);
const WORD = sticky(String.raw`\S+\s*`);
const ORDINAL = /^\d+(?:st|nd|rd|th)$/i;
/** What a number may follow inside a street. */
const NUMBERED_ROAD = /^(?:highway|hwy|road|rd|route|concession|line|sideroad|sdrd)\.?$/i;
const ROAD_BEFORE = /(?:^|\s)(?:highway|hwy|route|concession|line|sideroad|sdrd)\.?\s+$/i;
/** A word that no street has, with the next one. */
const INSIDE_WORD = new RegExp(
  String.raw`^(?:(?:${UNIT_WORDS}|building|bldg|box|rr)\.?\s|#|(?:(?:${FLOOR_NAMES})\s+)?${FLOOR_WORD})`,
  'iu',
);
/** A word that the number of a unit should follow. */
const UNIT_WORD = /^(?:units?|suites?|ste|apt|rooms?|rm|floor|flr|bldg|box|#)\W*$/i;
const MOST_STREET_WORDS = 7;

/** Words that leave open what belongs to them. */
const OPEN_END = /(?:^|\s)(?:and|at|in|near|of|on|&|@)$/i;
const DIRECTION = /^(?:north|south|east|west|[nsew])\.?$/i;
const TELEPHONE = /\d{3}\W{0,2}\d{4}/;

/**
 * Returns whether words have a number that nothing explains, a word for a unit without its number, or no end.
 * @param isAlone whether they stand between commas: then they may be "Clinic 2000" or "Public Health Unit"
 */
export function hasLooseEnds(text: string, isAlone: boolean): boolean {
  const words = text.split(' ');
  if (townLength(words) === words.length) return false;
  if (OPEN_END.test(text) || DIRECTION.test(text) || TELEPHONE.test(text)) return true;
  if (isAlone && words.length > 1) return UNIT_WORD.test(words[0]!);
  return words.some((word) => UNIT_WORD.test(word) || (/\d/.test(word) && !ORDINAL.test(word)));
}

/** Returns the items of one part of a line, which stands between commas. */
export function itemsOf(part: string): readonly AddressItem[] {
  const items: PartItem[] = [];
  let words = '';
  let isAfterStreet = false;
  const flush = () => {
    const text = words.replace(/[\s–-]+$/, '');
    words = '';
    if (text !== '')
      items.push(...(isAfterStreet ? withStreet(items, text) : [{ kind: 'words', text } as const]));
    isAfterStreet = false;
  };
  for (let at = 0; at < part.length;) {
    const dash = matchAt(DASH, part, at);
    const next = at + dash.length;
    const found = itemAt(part, next, words === '' && !isAfterStreet);
    if (found) {
      flush();
      items.push({ ...found, text: found.text.trim() });
      at = next + found.text.length;
      at += matchAt(SEPARATOR, part, at).length;
      isAfterStreet = found.kind === 'street' && matchAt(DASH, part, at) === '';
      continue;
    }
    // A dash before the first word joins it to nothing.
    const word = words === '' && dash !== '' ? dash : matchAt(WORD, part, at);
    if (words !== '' || dash === '') words += word;
    at += word.length;
  }
  flush();
  return items.map((item) => ({ ...item, isAlone: items.length === 1 }));
}

/** Returns the words that follow a street: towns, or more of the street, which is in the place of the last item then. */
function withStreet(items: PartItem[], text: string): readonly PartItem[] {
  const words = text.replace(/[\s–-]+$/, '').split(/\s+/);
  const town = townLength(words);
  if (town > 0) {
    const rest = words.slice(0, words.length - town).join(' ');
    const found: PartItem = { kind: 'town', text: words.slice(-town).join(' ') };
    return rest === '' ? [found] : [...withStreet(items, rest), found];
  }
  const street = items.pop()!;
  const rest = words.join(' ');
  return [{ ...street, text: `${street.text} ${rest}`, isLoose: hasLooseEnds(rest, false) }];
}

/**
 * Returns the item that begins at a place; undefined where a word of a name does.
 * @param isFirst whether nothing but other items are before it, so that a civic number begins a street of any name
 */
function itemAt(part: string, at: number, isFirst: boolean): PartItem | undefined {
  if (matchAt(BEGINNING, part, at) === '') return undefined;
  for (const [kind, rule] of [
    ['unit', UNIT],
    ['building', BUILDING],
    ['unit', NUMBERED_FLOOR],
  ] as const) {
    const text = numberedAt(rule, part, at);
    if (text !== '') return { kind, text };
  }
  for (const [kind, rule] of WHOLE) {
    const text = matchAt(rule, part, at);
    const [number = ''] = /\d+$/.exec(text) ?? [];
    const isStreet = number !== '' && isStreetAt(part, at + text.length - number.length);
    if (text !== '' && !isStreet) return { kind, text };
  }
  const department = matchAt(DEPARTMENT, part, at);
  if (department !== '') return { kind: 'department', text: departmentAt(part, at, department.length) };
  return streetAt(part, at, isFirst);
}

/** Returns a unit with its numbers; empty where there is none, or where its number begins a street. */
function numberedAt(rule: RegExp, part: string, at: number): string {
  const word = matchAt(rule, part, at);
  if (word === '' || isStreetAt(part, at + word.length)) return '';
  let end = at + word.length;
  end += matchAt(THIS_NUMBER, part, end).length;
  for (;;) {
    const joint = matchAt(NEXT_NUMBER, part, end);
    if (joint === '' || isCivicAt(part, end + joint.length)) return part.slice(at, end);
    end += joint.length;
    end += matchAt(THIS_NUMBER, part, end).length;
  }
}

/** Returns whether a street begins at a number, and not with a unit before its number. */
function isStreetAt(part: string, at: number): boolean {
  return /^\d+\p{L}?\s+[^\s–-]/u.test(part.slice(at)) && streetAt(part, at, false) !== undefined;
}

/** Returns whether a number, without a unit before it, is followed by words that are not only a town. */
function isCivicAt(part: string, at: number): boolean {
  const civic = matchAt(CIVIC, part, at);
  const words = streetWords(part.slice(at + civic.length).split(/\s+/));
  return /^\d[^–-]*$/.test(civic) && townLength(words) < words.length;
}

function streetAt(part: string, at: number, isFirst: boolean): PartItem | undefined {
  const civic = matchAt(CIVIC, part, at);
  // "Hwy 48 and Main St" is a corner.
  if (civic === '' || ROAD_BEFORE.test(part.slice(0, at))) return undefined;
  const plain = streetWords(part.slice(at + civic.length).split(/\s+/));
  if (townLength(plain) === plain.length && !isFirst) return undefined;
  const words = withoutTowns(plain);
  const length = streetLength(words);
  const known = length > 0 ? words.slice(0, length) : words;
  if (length === 0 && (!isFirst || words.length === 0)) return undefined;
  const text = `${civic}${known.join(' ')}`.replace(/[–-]+$/, '');
  return { kind: 'street', text, isKnown: length > 0 };
}

/** Returns the words of a street without the towns at their end, as long as they are a street. */
function withoutTowns(words: readonly string[]): readonly string[] {
  const rest = words.slice(0, words.length - townLength(words));
  return rest.length < words.length && streetLength(rest) > 0 ? withoutTowns(rest) : words;
}

/** Returns the words that may name a street: those before the next number or word for a unit. */
function streetWords(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word, at) => {
    if (/\d/.test(word)) return !ORDINAL.test(word) && !NUMBERED_ROAD.test(words[at - 1] ?? '');
    return INSIDE_WORD.test(`${word} ${words[at + 1] ?? ''}`) || /^[–-]+$/.test(word);
  });
  return words.slice(0, Math.min(end === -1 ? words.length : end, MOST_STREET_WORDS));
}

/** Returns a department as far as the next item. */
function departmentAt(part: string, at: number, length: number): string {
  let end = at + length;
  end += matchAt(SEPARATOR, part, end).length;
  while (end < part.length && !itemAt(part, end, false)) end += matchAt(WORD, part, end).length;
  return part.slice(at, end).replace(/[\s–-]+$/, '');
}

function sticky(source: string): RegExp {
  return new RegExp(source, 'iuy');
}

function matchAt(rule: RegExp, text: string, at: number): string {
  rule.lastIndex = at;
  return rule.exec(text)?.[0] ?? '';
}
