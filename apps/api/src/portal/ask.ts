import type { QuestionReading, QuestionValues, UnusedWords } from '@care-atlas/domain/question';
import { placeOfId } from '@care-atlas/domain/places';
import { Html, html } from '@care-atlas/server/pages';
import { FLAGS } from './try-request.js';

/** Longer questions are cut: the form has room for as much. */
export const MAX_QUESTION = 200;
/** Questions that visitors may click on. */
export const EXAMPLES = [
  'GP near Kipling who speaks Tamil, open Saturday after 2',
  'Female pediatrician in Scarborough',
  'Dermatologue près de M5V 2T6',
] as const;

const EITHER = new Intl.ListFormat('en-CA', { type: 'disjunction' });
const BOTH = new Intl.ListFormat('en-CA', { type: 'conjunction' });
const either = (value: string) => EITHER.format(value.split(','));
/** What the filters of a question say, in the order of a sentence. */
const FILTERS: Readonly<Record<string, (value: string) => string>> = {
  gender: (value) => value,
  specialties: either,
  q: (value) => `named “${value}”`,
  languages: (value) => `speaks ${either(value)}`,
  clinicType: either,
  near: (value) => `near ${value}`,
  within: (value) => `within ${value} km`,
  area: (value) => `in ${EITHER.format(value.split(',').map((area) => placeOfId(area)?.name ?? area))}`,
  days: (value) =>
    `open on ${EITHER.format(value.split(',').map((day) => day[0]!.toUpperCase() + day.slice(1)))}`,
  openAt: (value) => `open at ${value}`,
  minYears: (value) => `at least ${value} years in practice`,
  maxYears: (value) => `at most ${value} years in practice`,
  ...Object.fromEntries(
    [...FLAGS.usual, ...FLAGS.other].map(([name, label]) => [
      name,
      () => label[0]!.toLowerCase() + label.slice(1),
    ]),
  ),
};
const REASONS: Readonly<Record<UnusedWords['why'], string>> = {
  unknown: 'not understood',
  negated: 'a list cannot leave out what you name',
  contradicted: 'an earlier part of the question says something else',
  'place-needed': 'the question names no place',
  here: 'name a station, a neighbourhood or a postal code',
  'not-listed': 'known, but not in this directory',
  visit: '',
};

/**
 * Renders the form for a question in plain words. It works without scripts.
 * @param question what was asked; empty if nothing was
 */
export function askForm(question: string): Html {
  return html`<form class="ask" method="get" action="/" role="search">
      <label for="ask">Ask in plain words, in English or French</label>
      <div>
        <input id="ask" name="ask" required maxlength="${MAX_QUESTION}" value="${question}" placeholder="${EXAMPLES[0]}" />
        <button type="submit">Ask</button>
      </div>
    </form>
    <p class="small asked">
      ${EXAMPLES.map(
        (example, at) =>
          html`<span>${at > 0 && ' · '}<a href="/?ask=${encodeURIComponent(example)}">${example}</a></span>`,
      )}
    </p>`;
}

/** Renders how a question was read: the filters, and the words that became none, with the reason. */
export function questionReading({ read, unused }: QuestionReading): Html {
  return html`<div id="reading">
    ${
      read.length > 0
        ? html`<ul class="reading" aria-label="How the question was read">${read.map(
            ({ text, values, misspelled }) =>
              html`<li>${(misspelled || isReworded(text, values)) && html`<q>${text}</q> ${misspelled ? '≈' : '→'} `}${filterText(values)}</li>`,
          )}</ul>`
        : html`<p class="note warn">No word of the question became a filter. You can name a specialty, a language, a place, a day or time, and
            what the doctor should offer.</p>`
    }
    ${unused.length > 0 && html`<p class="note warn">Not used: ${listed(unused.map(unusedText))}.</p>`}
  </div>`;
}

/** Returns whether a filter has other words than the question. */
function isReworded(text: string, values: QuestionValues): boolean {
  const typed = text.toLowerCase();
  return Object.values(values).some((value) => value !== 'true' && !typed.includes(value.toLowerCase()));
}

function filterText(values: QuestionValues): string {
  return Object.keys(FILTERS)
    .filter((name) => name in values)
    .map((name) => FILTERS[name]!(values[name as keyof QuestionValues]!))
    .join(', ');
}

function unusedText(words: UnusedWords): Html {
  if (words.why !== 'visit') return html`<q>${words.text}</q> (${REASONS[words.why]})`;
  const links = words.specialties.map(
    (name) => html`<a href="/?ask=${encodeURIComponent(name)}">${name}</a>`,
  );
  return html`<q>${words.text}</q> (no specialty: people go to ${listed(links)} for it)`;
}

/** Joins HTML as a list in a sentence. */
function listed(parts: readonly Html[]): Html {
  const places = BOTH.formatToParts(parts.map((_, index) => String(index)));
  return html`${places.map(({ type, value }) => (type === 'element' ? parts[Number(value)] : value))}`;
}
