import { MAX_QUESTION_LENGTH } from '@care-atlas/domain/contract';
import { type Html, html } from '@care-atlas/server/pages';
import type { Emergency, UnusedWhy } from '@care-atlas/domain/question';
import { english, type Said } from '@care-atlas/domain/messages';
import type { Holiday } from '@care-atlas/domain/rules';
import { format } from './format.js';

const { number } = format;

/** What the texts about unused words are made of. */
export interface UnusedDetails {
  /** The public register of a profession; empty if there is none. */
  readonly register?: string;
  readonly nearest?: string;
  readonly kilometers?: number;
  /** As the page names it. */
  readonly holiday?: string;
  /** As the page writes it. */
  readonly date?: string;
  readonly alike?: boolean;
}

const date = new Intl.DateTimeFormat(format.locale, { dateStyle: 'long', timeZone: 'UTC' });

/** The texts about questions that no list answers. */
export const question = {
  /** The headings of answers without a list. */
  verdicts: {
    ambiguous: 'Which one do you mean?',
    outside: 'Outside this directory',
    unknown: 'Not understood',
    'nothing-named': 'What are you looking for?',
    emergency: 'Call first',
  },
  again: 'Ask again',
  /** What the directory says of a request. */
  said: (said: Said): string => english(said),
  /** What the directory says in English only, on a page in another language. */
  quoted: (sentence: Html): Html => sentence,
  /** A parameter of the address that is no filter. */
  ignored: (name: string) => `This page has no filter “${name}”: it was not used.`,
  ignoredMore: (count: number) =>
    `${number(count)} more ${count === 1 ? 'parameter was' : 'parameters were'} not used either.`,
  meant: (filter: Html) => html`Did you mean ${filter}?`,
  chips: {
    title: 'Filters',
    edit: 'Change this filter',
    remove: (filter: string) => `Remove: ${filter}`,
  },
  repairs: 'With fewer filters:',
  stopped: 'There is no list: without these words it would answer another question.',
  languages: 'Questions are read in English and French.',
  understood: 'Understood:',
  offers: 'What can be answered:',
  /** The words of a question that an offer leaves out. */
  without: (list: Html) => html`without ${list}`,
  doctors: (total: number) => `${number(total)} ${total === 1 ? 'doctor' : 'doctors'}`,
  nothingNamed:
    'Say what you are looking for: a specialty, a language, a place, a day or time, or what the doctor should offer. The ' +
    'directory does not rate doctors.',
  alike: (name: string) => `with a name like “${name}”`,
  date: (value: string) => date.format(new Date(value)),
  holidays: {
    "New Year's Day": 'New Year’s Day',
    'Family Day': 'Family Day',
    'Good Friday': 'Good Friday',
    'Victoria Day': 'Victoria Day',
    'Canada Day': 'Canada Day',
    'Civic Holiday': 'the Civic Holiday',
    'Labour Day': 'Labour Day',
    Thanksgiving: 'Thanksgiving',
    'Christmas Day': 'Christmas Day',
    'Boxing Day': 'Boxing Day',
  } satisfies Record<Holiday, string> as Readonly<Record<string, string>>,
  emergency: {
    '911': html`<strong>Call <a href="tel:911">9-1-1</a> now if you or somebody near you may be in danger.</strong> This directory
      cannot help in an emergency.`,
    '988': html`<strong>Call or text <a href="tel:988">9-8-8</a> now, the Suicide Crisis Helpline. In danger, call
      <a href="tel:911">9-1-1</a>.</strong> Both answer day and night, at no charge.`,
  } satisfies Record<Emergency, Html>,
  reasons: {
    unknown: () => 'not understood',
    negated: () => 'a list cannot leave out what you name',
    contradicted: () => 'another part of the question says something else',
    'place-needed': () => 'the question names no place',
    here: () => 'name a station, a neighbourhood or a postal code',
    'not-listed': () => 'known, but not in this directory',
    'any-only': () => 'a list finds doctors who speak any of the languages, not all of them at once',
    profession: ({ register = '' }) =>
      `this directory lists physicians only${register && `; the public register is that of the ${register}`}`,
    outside: ({ nearest, kilometers = 0 }) =>
      `outside the area of this directory${nearest === undefined ? '' : `, ${number(kilometers)} km from ${nearest}`}`,
    street: () => 'name a crossing of two streets, a station or a postal code',
    ambiguous: () => 'this may be one of several',
    holiday: ({ holiday, date: on }) =>
      holiday === undefined
        ? 'the opening hours on public holidays are not known; phone the clinic'
        : `the opening hours on ${holiday}, ${on ?? ''}, are not known; phone the clinic`,
    span: () => 'a list finds who is open at one time, not from one time to another',
    'too-long': () =>
      `only the first ${MAX_QUESTION_LENGTH} characters of a question are read; ask a shorter one`,
    'no-such-name': ({ alike }) =>
      `no listed doctor has this name${alike ? '; others have one that is spelled or sounds alike' : ''}`,
    advice: () => 'this directory does not advise: Health811 does, day and night, by telephone at 8-1-1',
    'whole-area': () =>
      'the list has the whole area of this directory, the Greater Toronto Area, and nobody beyond',
    'no-filter': () => 'nothing that a list can be filtered by',
  } satisfies Record<Exclude<UnusedWhy, 'visit'>, (details: UnusedDetails) => string>,
};

export type QuestionTexts = typeof question;
