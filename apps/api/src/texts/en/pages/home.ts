import { type Html, html } from '@care-atlas/server/pages';
import type { QuestionParameter } from '@care-atlas/domain/question';
import { form } from '../form.js';
import { format } from '../format.js';
import { nameOf } from '../../name-of.js';
import { openings } from '../openings.js';

const { number, either } = format;
const time = new Intl.DateTimeFormat(format.locale, {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Toronto',
});
const flag = (name: keyof typeof form.flags) => () => {
  const text = form.flags[name];
  return text[0]!.toLowerCase() + text.slice(1);
};

/** The texts of the home page that scripts do not need. */
export const home = {
  description:
    'An API and MCP connector for doctors and clinics in the Greater Toronto Area: who accepts patients, speaks a ' +
    'language, is open in the evening or near the subway, and how fresh that information is.',
  sample: html`<span class="tag warn">Sample</span> All of them are invented.`,
  totals: {
    title: 'The directory today',
    doctors: 'doctors',
    accepting: 'at clinics that accept patients',
    clinics: 'clinics',
    fresh: 'of doctors confirmed recently',
    synchronized: (shown: Html) => html`Last synchronized ${shown}.`,
    time: (value: Date) => `${time.format(value)} (Toronto)`,
  },
  answer: 'The answer',
  filters: 'Filters',
  key: (key: string) =>
    html`Requests use the published sandbox key <code>${key}</code>, which anyone may use.`,
  ask: {
    /** What the page begins with. */
    question: 'Who speaks Tamil, takes patients and is near Kennedy station?',
    label: 'Ask in plain words, in English or French',
    submit: 'Ask',
    /** Questions that visitors may click on: the first ones that the directory answers. */
    examples: [
      'GP near Kipling who speaks Tamil, open Saturday after 2',
      'Female pediatrician in Scarborough',
      'Dermatologue près de M5V 2T6',
      // Where there are only clinics.
      'Walk-in clinic open on Saturday',
    ],
    unused: (list: Html) => html`Not used: ${list}.`,
    unusedWords: (words: string, why: string) => html`<q>${words}</q> (${why})`,
    visit: (words: string, specialties: Html) =>
      html`<q>${words}</q> (no specialty: people go to ${specialties} for it)`,
    /** What the filters of a question say, in the order of a sentence. */
    filters: {
      gender: (value) => value,
      specialties: (value) => either(value.split(',')),
      q: (value) => `named “${value}”`,
      languages: (value) => `speaks ${either(value.split(','))}`,
      clinicType: (value) => either(value.split(',')),
      clinic: () => 'at this clinic',
      near: (value) => `near ${value}`,
      within: (value) => `within ${value} km`,
      area: (value) => `in ${value}`,
      days: (value) => `open on ${value}`,
      date: (value) => `open on ${value}`,
      openAt: (value) => `open at ${value}`,
      minYears: (value) => `at least ${value} years in practice`,
      maxYears: (value) => `at most ${value} years in practice`,
      acceptance: (value) => either(value.split(',').map((answer) => nameOf(openings.acceptance, answer))),
      ids: (value) => `with the registration number ${either(value.split(','))}`,
      lat: (value) => `at the latitude ${value}`,
      lng: (value) => `at the longitude ${value}`,
      independent: () => 'in independent practice',
      hasWebsite: () => 'with a website',
      accepting: flag('accepting'),
      nearTTC: flag('nearTTC'),
      evening: flag('evening'),
      weekend: flag('weekend'),
      wheelchair: flag('wheelchair'),
      virtualVisits: flag('virtualVisits'),
    } as Readonly<Record<FilterParameter, (value: string) => string>>,
  },
  assistants: {
    title: 'Add it to your assistant',
    address: 'The address of the connector',
    about: (guide: string) =>
      html`The web versions of Claude and ChatGPT need a public https address. Nothing has to be installed, and a key is optional: the
        <a href="${guide}">guide</a> has every host.`,
    claude:
      'Settings, Connectors, “Add custom connector”: paste the address. Claude opens the sign-in, where the free sandbox is enough.',
    chatGpt: 'In developer mode: Settings, Connectors, “Create”: paste the address and choose “OAuth”.',
    addTo: (name: string) => `Add to ${name}`,
    cursor: 'Then “Connect” to sign in.',
    vsCode: 'It signs in at the first question.',
  },
  conversation: {
    title: 'What that looks like',
    you: 'You',
    question: (language: string, place: string) =>
      `Who speaks ${language}, takes patients and is close to ${place}?`,
    call: 'Your assistant asks Care Atlas',
    assistant: 'Your assistant',
    answer: (total: number, nearest: string) =>
      `${number(total)} doctors fit. The nearest is ${nearest} Please phone the clinic before you go: whether it still takes ` +
      'patients is best effort.',
    doctor: ({ name, specialty, clinic, away, languages }: ConversationDoctor) =>
      `${name}${specialty && ` (${specialty})`} at ${clinic}${away && `, ${away} away`}, who speaks ${languages.join(', ')}.`,
  },
};

/** The parameters that filter a list, also those that no question names. */
type FilterParameter =
  | Exclude<QuestionParameter, 'match'>
  | 'acceptance'
  | 'ids'
  | 'lat'
  | 'lng'
  | 'independent'
  | 'hasWebsite';

interface ConversationDoctor {
  readonly name: string;
  /** Empty if there is none. */
  readonly specialty: string;
  readonly clinic: string;
  /** A distance; empty if it is not known. */
  readonly away: string;
  readonly languages: readonly string[];
}

export type HomeTexts = typeof home;
