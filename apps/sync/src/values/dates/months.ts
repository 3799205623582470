import { fold } from '@care-atlas/domain/text';

/** The months in English, in their order. */
export const MONTHS =
  'January February March April May June July August September October November December'.split(' ');
/** Their short names, as in the format of OpenStreetMap. */
export const SHORT_MONTHS = MONTHS.map((name) => name.slice(0, 3));
const FRENCH = 'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre'.split(
  ' ',
);
const LEAST_LETTERS = 3;

/** Returns the number of a month by its name in English or French, or the beginning of it; 0 for any other word. */
export function monthNumber(word: string): number {
  const name = fold(word);
  if (name.length < LEAST_LETTERS) return 0;
  const found = MONTHS.flatMap((month, index) =>
    [month.toLowerCase(), FRENCH[index]!].some((each) => each.startsWith(name)) ? index + 1 : [],
  );
  // "jui" may be two months.
  return found.length === 1 ? found[0]! : 0;
}
