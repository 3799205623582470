import type { QuestionAnswer } from '@care-atlas/domain/contract';
import { Html, html, type PageLanguage, pathIn } from '@care-atlas/server/pages';
import { TEXTS } from '../../texts/texts.js';
import { filterText } from './filter-text.js';
import { KEPT_PARAMETERS, QUALIFIED, TRY_PARAMETERS, trySearch, type TryValues } from './try-request.js';

const KEPT: ReadonlySet<string> = new Set(KEPT_PARAMETERS);

/** A filter of a request, which may be several parameters that mean one thing. */
export interface FilterChip {
  readonly values: TryValues;
  /** The words of the question that it was read from; undefined if they are the same, or there was none. */
  readonly words?: Html;
}

/** Returns the filters of a request: the parts of the question that it was read from, or its parameters. */
export function chipsOf(values: TryValues, reading?: QuestionAnswer): readonly FilterChip[] {
  if (reading)
    return reading.read.map(({ text, values: read, misspelled }) => {
      const isShown = misspelled || isReworded(text, read);
      return { values: read, ...(isShown && { words: html`<q>${text}</q> ${misspelled ? '≈' : '→'} ` }) };
    });
  return TRY_PARAMETERS.filter((name) => values[name]?.trim() && QUALIFIED[name] === undefined).map(
    (name) => {
      const names = [
        name,
        ...Object.keys(QUALIFIED).filter((other) => QUALIFIED[other] === name && values[other]),
      ];
      return { values: Object.fromEntries(names.map((each) => [each, values[each]!])) };
    },
  );
}

/** Returns the values of a request without some of its filters. */
export function withoutChips(values: TryValues, chips: readonly FilterChip[]): TryValues {
  const names = new Set(chips.flatMap((chip) => Object.keys(chip.values)));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}

/** Renders filters: each leads to its field, and can be removed. Both work without scripts. */
export function filterChips(chips: readonly FilterChip[], values: TryValues, language: PageLanguage): Html {
  const { chips: texts } = TEXTS[language].question;
  return html`<ul class="reading" aria-label="${texts.title}">${chips.map((chip) => {
    const text = filterText(chip.values, language);
    const field = Object.keys(chip.values).find((name) => !KEPT.has(name));
    const shown = html`${chip.words}${text}`;
    const href = searchPath(withoutChips(values, [chip]), language);
    return html`<li>${field === undefined ? shown : html`<a href="#try-${field}" title="${texts.edit}">${shown}</a>`}<a class="remove" href="${href}" aria-label="${texts.remove(text)}"></a></li>`;
  })}</ul>`;
}

/**
 * Returns the address of the page that answers a request. One without filters lists all doctors.
 * @param offset how many matches it skips
 */
export function searchPath(values: TryValues, language: PageLanguage, offset = 0): string {
  const skipped = offset > 0 ? `&offset=${offset}` : '';
  return pathIn(language, `/${trySearch(values) || '?q='}${skipped}`);
}

/** Returns whether a filter has other words than the question. */
function isReworded(text: string, values: TryValues): boolean {
  const typed = text.toLowerCase();
  return Object.values(values).some((value) => value !== 'true' && !typed.includes(value.toLowerCase()));
}
