import { MAX_QUESTION_LENGTH, type QuestionAnswer, type UnusedPart } from '@care-atlas/domain/contract';
import { type Emergency, questionText, type UnusedWhy } from '@care-atlas/domain/question';

const EMERGENCY: Readonly<Record<Emergency, string>> = {
  '911':
    'Call 9-1-1 now: tell the user this first. This directory cannot help in an emergency. Appelez le 9-1-1 tout de suite.',
  '988':
    'Call or text 9-8-8 now, the Suicide Crisis Helpline; in danger, call 9-1-1: tell the user this first. Appelez ou textez le 9-8-8 tout de suite; en danger, le 9-1-1.',
};

const REASONS: Readonly<Record<UnusedWhy, (words: UnusedPart) => string>> = {
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
  ambiguous: () => 'may be one of several: ask the user which one is meant',
  holiday: ({ holiday, date }) =>
    holiday === undefined
      ? 'the hours on public holidays are not known: phone the clinic'
      : `the hours on ${holiday}, ${date}, are not known: phone the clinic`,
  span: () => 'a list finds who is open at one time, not from one time to another',
  'too-long': () =>
    `only the first ${MAX_QUESTION_LENGTH} characters of a question are read: ask a shorter one`,
  'no-such-name': ({ alike }) =>
    `no listed doctor has this name${alike ? '; others have one that is spelled or sounds alike' : ''}`,
  visit: ({ specialties = [] }) => `people go to ${specialties.join(' or ')} for it`,
  advice: () => 'this directory does not advise: tell the user to call Health811, at 8-1-1, day and night',
  'whole-area': () =>
    'the list has the whole area of this directory, the Greater Toronto Area, and nobody beyond',
  'no-filter': () => 'nothing that a list can be filtered by',
};

/** Returns why no list answers a question, and what can be asked instead. */
export function refusalNote({ verdict, emergency, unused, offers }: QuestionAnswer): string {
  if (emergency) return EMERGENCY[emergency];
  if (verdict === 'nothing-named')
    return 'The question names nothing to look for. Ask the user for a specialty, a language, a place, a day or time, or a name: the directory does not rate doctors.';
  const stopping = unused.filter(({ stops }) => stops);
  const languages = stopping.some(({ why }) => why === 'unknown')
    ? ' Questions are read in English and French.'
    : '';
  return `No list, because it would answer another question: ${reasonsOf(stopping)}.${languages}${offersNote(offers)}`;
}

/** Returns what was not used of a question that a list answers; empty if all of it was. */
export function unusedNote({ unused }: QuestionAnswer): string {
  return unused.length === 0 ? '' : `Not used: ${reasonsOf(unused)}. `;
}

/** Returns what can be asked instead; empty if there is nothing. */
export function offersNote(offers: QuestionAnswer['offers']): string {
  if (offers.length === 0) return '';
  const texts = offers.map(({ values, total, without }) => {
    const left = without.length === 0 ? '' : `, without ${without.map((words) => `“${words}”`).join(', ')}`;
    const alike = values.match === 'forgiving' ? ', of a name alike' : '';
    return `“${questionText(values)}” (${total}${alike}${left})`;
  });
  return ` Can be asked instead: ${texts.join('; ')}.`;
}

function reasonsOf(words: readonly UnusedPart[]): string {
  return words.map((each) => `“${each.text}” (${REASONS[each.why](each)})`).join(', ');
}
