import { phrase, type Words } from '../words.js';

const BEFORE = '(?:(?:at|on|near|by|in|to|a|au|pres d[eu]) )?';
/** Words that stand between a time or a number and the name of a station or place. */
const NO_STREET =
  'and|or|in|near|at|who|with|on|to|by|of|from|around|for|the|close|open|am|pm|h|heures?|oclock|years?|yrs?|ans|k|km|kms|m|mi|miles?|minutes?|min|months?|mois|et|ou|de|dans|pres|clinics?|doctors?|dollars?|bucks';
const NAME = `(?!(?:${NO_STREET})(?: |$))[\\p{L}\\d]+`;
const TYPE =
  '(?:st(?! (?:george|clair|patrick|andrew|lawrence|james|michael))|str|street|ave|av|avenue|rd|road|blvd|boulevard|pkwy|parkway|cres|crescent|hwy|highway|lane|ln|trail|court|crt|drive|dr|way|square|circle|terrace|place)';
const FRENCH_TYPE = '(?:rue|avenue|boulevard|chemin|route|promenade|place|allee)(?: (?:de la|de l|d[eu]s?))?';

/** It does not say where. Other highways are streets that others cross. */
const HIGHWAY =
  '(?:(?:near|off|along|by|(?:close|next) to|(?:pres|proche) d(?:e|u|e l)|the|l|highway|hwy|autoroute) )+4(?:0[0134679]|1[028]|27)(?: (?:highway|hwy|east|west|north|south))?(?! \\d)|' +
  '(?:(?:near|off|along|by|(?:close|next) to|pres d[eu]|the|le|la) )*(?:qew|dvp|queen elizabeth way|don valley (?:parkway|expressway)|gardiner(?: expressway)?)';

/** A street with its house number, or a highway; its type comes before the name in French. */
export const ADDRESS = phrase(
  `${BEFORE}\\d{1,5}[a-d]? (?:(?:${NAME} ){1,3}?${TYPE}|${FRENCH_TYPE} ${NAME})(?: (?:east|west|north|south|e|w|n|s|est|ouest|nord|sud))?|${HIGHWAY}`,
);
/** A house number that is no hour; the street follows. */
export const HOUSE = phrase(`${BEFORE}(?:2[5-9]|[3-9]\\d|\\d{3,5})(?! (?:${NO_STREET}|\\d+)(?: |$))`);
const HOUSE_NUMBER = /^\d{3,}$/;
/** Follows the number of a time. */
const CLOCK_UNIT = /^(?:am|pm|h|heures?|oclock)$/;

/** Returns whether words that may be a time are a street with its number, or have a number that is no hour, as "at 100". */
export function isAddress(words: Words, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((words.match(at, ADDRESS)?.to ?? 0) > to) return true;
  const parts = words.list.slice(from, to).map(({ plain }) => plain);
  return parts.some((plain) => HOUSE_NUMBER.test(plain)) && !parts.some((plain) => CLOCK_UNIT.test(plain));
}
