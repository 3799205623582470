import type { QuestionAnswer } from '../generated/interface.js';
import { printable } from './table.js';
import type { Terminal } from './terminal.js';

type Words = QuestionAnswer['unused'][number];

/** The service may name more emergencies than this release knows: 9-1-1 is right for all of them. */
const SUICIDE =
  'Call or text 9-8-8 now, the Suicide Crisis Helpline; in danger, call 9-1-1. / Appelez ou textez le 9-8-8; en danger, le 9-1-1.';
const DANGER =
  'Call 9-1-1 now: this directory cannot help in an emergency. / Appelez le 9-1-1 tout de suite.';

const REASONS: Readonly<Record<Words['why'], (words: Words) => string>> = {
  unknown: () => 'not understood',
  negated: () => 'a list cannot leave out what is named',
  contradicted: () => 'other words say something else',
  'place-needed': () => 'no place is named',
  here: () => 'name a station, a neighbourhood or a postal code',
  'not-listed': () => 'known, but not in this directory',
  'any-only': () => 'a list finds doctors who speak any of the languages, not all of them at once',
  profession: ({ register }) =>
    `this directory lists physicians only${register ? `; the public register is that of the ${register}` : ''}`,
  outside: ({ nearest, kilometers }) =>
    `outside the area of this directory${nearest === undefined ? '' : `, ${kilometers} km from ${nearest}`}`,
  street: ({ places }) =>
    places
      ? 'a street: name a crossing, a station or a postal code'
      : 'not known: name a crossing, a station or a postal code',
  ambiguous: () => 'may be one of several',
  holiday: ({ holiday, date }) =>
    holiday === undefined
      ? 'the hours on public holidays are not known: phone the clinic'
      : `the hours on ${holiday}, ${date}, are not known: phone the clinic`,
  span: () => 'a list finds who is open at one time, not from one time to another',
  'too-long': () => 'not read, because the question is too long: ask a shorter one',
  'no-such-name': ({ alike }) =>
    `no listed doctor has this name${alike ? '; others have one that is spelled or sounds alike' : ''}`,
  visit: ({ specialties = [] }) => `people go to ${specialties.join(' or ')} for it`,
  advice: () => 'this directory does not advise: Health811 does, day and night, at 8-1-1',
  'whole-area': () =>
    'the list has the whole area of this directory, the Greater Toronto Area, and nobody beyond',
  'no-filter': () => 'nothing that a list can be filtered by',
};

/** Options that find any of their values. */
const LISTS: ReadonlySet<string> = new Set(['specialties', 'languages', 'days', 'area', 'clinicType']);

/** Writes how a question was read. @returns whether a list answers it */
export function writeReading(
  { verdict, emergency, read, unused, offers, clinics = [] }: QuestionAnswer,
  terminal: Terminal,
): boolean {
  const note = (text: string) => terminal.note(printable(text));
  if (verdict === 'emergency') {
    note(emergency === '988' ? SUICIDE : DANGER);
    return false;
  }
  const readings = read.map(
    ({ text, values, misspelled }) => `“${text}” ${misspelled ? '≈' : '→'} ${valuesText(values)}`,
  );
  if (readings.length > 0) note(`Read as ${readings.join(', ')}.`);
  for (const { id, name, address, phone } of clinics)
    note(`Clinic: ${[name, address, phone].filter(Boolean).join(', ')}   (care show clinic ${id})`);
  if (verdict === 'nothing-named')
    note(
      'The question names nothing to look for: name a specialty, a language, a place, a day or time, or a doctor.',
    );
  const shown = verdict === 'list' ? unused : unused.filter(({ stops }) => stops);
  if (verdict === 'stopped') note('care: No list, because it would answer another question:');
  for (const words of shown) note(`  “${words.text}”: ${reasonOf(words)}.`);
  if (verdict === 'stopped' && shown.some(({ why }) => why === 'unknown'))
    note('Questions are read in English and French.');
  for (const { values, total, without } of offers) {
    const left = without.length === 0 ? '' : `, without ${without.map((words) => `“${words}”`).join(', ')}`;
    note(`Can be answered: care find ${optionsText(values)}   (${total}${left})`);
  }
  return verdict === 'list';
}

/** A newer service may give reasons that this release does not know. */
function reasonOf(words: Words): string {
  return Object.hasOwn(REASONS, words.why) ? REASONS[words.why](words) : 'not used';
}

function valuesText(values: QuestionAnswer['values']): string {
  return Object.entries(values)
    .filter(([name]) => name !== 'match')
    .map(([name, value]) => `${name} “${LISTS.has(name) ? value.replaceAll(',', ' or ') : value}”`)
    .join(', ');
}

/** Returns the rows of the parts of a question, with their headings. */
export function partRows({ read, unused }: QuestionAnswer): readonly (readonly string[])[] {
  return [
    ['WORDS', 'VERDICT', 'MEANING'],
    ...read.map(({ text, values, misspelled }) => [
      text,
      'understood',
      `${valuesText(values)}${misspelled ? ', read as a misspelling' : ''}`,
    ]),
    ...unused.map((words) => [
      words.text,
      words.verdict,
      `${reasonOf(words)}${words.stops ? ', stops the list' : ''}`,
    ]),
  ];
}

/** Returns values as the options of the command. */
function optionsText(values: QuestionAnswer['values']): string {
  return Object.entries(values)
    .filter(([name]) => name !== 'match')
    .map(([name, value]) => (value === 'true' ? `--${name}` : `--${name} ${quoted(value)}`))
    .join(' ');
}

function quoted(value: string): string {
  return /^[\w,.:-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
