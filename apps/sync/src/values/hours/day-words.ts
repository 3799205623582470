import type { NamedDay } from '@care-atlas/domain/records';

/** The days of the week in the format of OpenStreetMap, with their words. */
export const DAYS: Readonly<Record<string, RegExp>> = {
  Mo: /mon(?:day)?s?|mo|lundis?|lun|lu|m/,
  Tu: /tue(?:s(?:day)?)?s?|tu|mardis?|ma|t/,
  We: /wed(?:s|nes(?:day)?s?)?|we|mercredis?|mer|me|w/,
  Th: /thu(?:rs?(?:day)?)?s?|th|jeudis?|jeu|je|r/,
  Fr: /fri(?:day)?s?|fr|vendredis?|ven|ve|f/,
  Sa: /sat(?:ur(?:day)?)?s?|sa|samedis?|sam/,
  Su: /sun(?:day)?s?|su|dimanches?|dim|di/,
};
export const CODES = Object.keys(DAYS);
const RANGE = /^([A-Z][a-z])(?:-([A-Z][a-z]))?$/;
/** Days of one letter or two, as in `MWF`. */
export const LETTERS: Readonly<Record<string, string>> = {
  m: 'Mo', tu: 'Tu', t: 'Tu', w: 'We', th: 'Th', r: 'Th', f: 'Fr', sa: 'Sa', su: 'Su',
}; // prettier-ignore
export const LETTER = 'tu|th|sa|su|m|t|w|r|f';

export const ORDINALS: readonly (readonly [place: number, words: RegExp])[] = [
  [1, /1st|first|1er|premiere?s?/],
  [2, /2nd|second|2e|deuxiemes?/],
  [3, /3rd|third|3e|troisiemes?/],
  [4, /4th|fourth|4e|quatriemes?/],
  [-1, /last|dernier(?:e?s?)/],
];
export const ORDINAL = `(?:${ORDINALS.map(([, words]) => words.source).join('|')})(?![a-z\\d])`;
export const OF_MONTH = String.raw`(?:\s+(?:(?:of|in)\s+(?:the|each|every|a)\s+month|(?:du|de\s+chaque)\s+mois))?`;
/** Every second week: which one is not said. */
export const SOME_WEEKS = 'week */2';
/** The days that have a name, in English and French. A civic holiday is the one in August; civic holidays are all of them. */
export const HOLIDAY_WORDS: readonly (readonly [NamedDay, RegExp])[] = [
  ["New Year's Day", /new\s+year(?:.?s)?(?:\s+day)?(?!.?s?\s+eve)|(?:le\s+)?jour\s+de\s+l.an/],
  ['Family Day', /family\s+day|(?:jour|fete)\s+de\s+la\s+famille/],
  ['Good Friday', /good\s+friday|vendredi\s+saint/],
  ['Easter Monday', /easter\s+monday|lundi\s+de\s+paques/],
  ['Easter Sunday', /easter\s+(?:sunday|day)|(?:dimanche\s+de\s+)?paques/],
  ['Victoria Day', /victoria\s+day|fete\s+de\s+la\s+reine/],
  ['Canada Day', /canada\s+day|fete\s+du\s+canada/],
  ['Civic Holiday', /civic\s+(?:holiday|day)|simcoe\s+day|conge\s+civique/],
  ['Labour Day', /labou?r\s+day|fete\s+du\s+travail/],
  ['Thanksgiving', /thanksgiving(?:\s+day)?|action\s+de\s+graces?/],
  ['Boxing Day', /boxing\s+day|(?:le\s+)?lendemain\s+de\s+noel/],
  [
    'Christmas Day',
    /(?:christmas|x-?mas)(?:\s+day)?(?!\s+(?:eve|break|holiday))|(?:a\s+|le\s+)?(?:jour\s+de\s+)?noel/,
  ],
];
export const EVES: readonly (readonly [string, RegExp])[] = [
  ['Dec 24', /(?:christmas|x-?mas)\s+eve|(?:la\s+)?veille\s+de\s+noel/],
  ['Dec 31', /new\s+year(?:.?s)?\s+eve|(?:la\s+)?veille\s+du\s+jour\s+de\s+l.an/],
];

/** What follows "closed" where it is about a break at noon, without accents. */
export const LUNCH =
  '(?:(?: for| at| during| over| pour| durant| pendant)?(?: the| le)? (?:lunch|diner)| (?:for|during|over)(?: the)? noon hour| (?:durant |pendant )?le midi| a l.heure du (?:diner|midi))';
export const CLOSED_FOR_LUNCH = new RegExp(
  `(?:closed|ferme(?:e?s?|ture)?)${LUNCH.replaceAll(' ', String.raw`\s+`)}(?:\\s*(?:time|break|hour))?(?![a-z])`,
);

/** Returns days of the week from 0 for Monday, such as those of `Mo-We` and `Fr,Sa`. */
export function dayNumbers(days: readonly string[]): readonly number[] {
  return days.flatMap((text) => text.split(',')).flatMap(daysIn);
}

function daysIn(text: string): readonly number[] {
  const [, from = '', to = from] = RANGE.exec(text) ?? [];
  const [first, last] = [CODES.indexOf(from), CODES.indexOf(to)];
  if (first === -1 || last === -1) return [];
  const count = ((last - first + CODES.length) % CODES.length) + 1;
  return Array.from({ length: count }, (_, index) => (first + index) % CODES.length);
}
