import type { QuestionAnswer } from '@care-atlas/client/interface';
import { displayName } from '@care-atlas/domain/vocabulary/display-name';
import { make } from './embed-result.js';
import type { EmbedWords } from './embed-words.js';

type Values = QuestionAnswer['values'];
type Offer = QuestionAnswer['offers'][number];

/**
 * Returns what to say of a question: a number to call first, what was corrected, what stops a list or was not used, and what
 * can be answered instead.
 * @param offerButton returns what asks an offered question
 */
export function questionNotes(
  { verdict, emergency = '911', read, unused, offers }: QuestionAnswer,
  words: EmbedWords,
  offerButton: (offer: Offer) => HTMLElement,
): readonly HTMLElement[] {
  if (verdict === 'emergency')
    return [
      make('p', { class: 'error', role: 'alert' }, words.emergency[emergency] ?? words.emergency['911']),
    ];
  const shown = verdict === 'list' ? unused : unused.filter(({ stops }) => stops);
  return [
    ...read
      .filter(({ misspelled }) => misspelled)
      .map(({ text, values }) =>
        make('p', { class: 'muted' }, words.readAs(text, valuesText(values, words))),
      ),
    ...(verdict === 'stopped' ? [make('p', {}, words.stopped)] : []),
    ...(verdict === 'nothing-named' ? [make('p', {}, words.nothingNamed)] : []),
    ...shown.map(({ text, why, verdict: part }) =>
      make('p', {}, words.unused(text, words.reasons[why] ?? words.verdicts[part] ?? part)),
    ),
    ...(offers.length > 0 ? [make('p', {}, words.instead), make('p', {}, ...offers.map(offerButton))] : []),
  ];
}

/** A Monday, to name the days of the week. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Returns the values of filters in the order of a question, as people write them. */
export function valuesText(values: Values, words: EmbedWords): string {
  return Object.entries(values)
    .filter(([name]) => name !== 'match')
    .map(([name, value]) => words.flags[name] ?? valueText(name, value, words))
    .join(' · ');
}

function valueText(name: string, value: string, words: EmbedWords): string {
  const phrase = words.phrases[name];
  if (phrase) return phrase(value);
  const written = (each: string) => {
    if (name === 'days') return dayText(each, words);
    if (name === 'gender') return words.genders[each] ?? each;
    if (name === 'specialties') return displayName('specialty', each, words.language);
    return name === 'languages' ? displayName('language', each, words.language) : each;
  };
  return value.split(',').map(written).join(', ');
}

function dayText(day: string, { locale }: EmbedWords): string {
  const names = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return names.format(MONDAY + DAYS.indexOf(day) * DAY_MS);
}
