import { nearestWord } from '@care-atlas/domain/text';
import { type Html, html, LANGUAGE_PARAMETER, type PageLanguage } from '@care-atlas/server/pages';
import { TEXTS } from '../texts/texts.js';
import { filterText } from './try/filter-text.js';
import type { TryValues } from './try/try-request.js';

/** The parameters of an address that a page does not know. */
export interface IgnoredParameters {
  readonly named: readonly IgnoredParameter[];
  /** The number of those that are not named, because there are many. */
  readonly more: number;
}

interface IgnoredParameter {
  readonly name: string;
  /** The values with the parameter that may be meant; undefined if none has a similar name, or the address has that, too. */
  readonly meant: TryValues | undefined;
}

const COUNTS_VISITS = /^(utm_\w+|fbclid|gclid|msclkid)$/;
const MOST_NAMED = 5;
const MAX_NAME_LENGTH = 40;

/** Returns whether a parameter counts visits to other sites, and is not meant for the page. */
export function countsVisits(name: string): boolean {
  return COUNTS_VISITS.test(name);
}

/**
 * Returns the parameters of an address that a page does not know, without those that count visits.
 * @param filters the parameters that may be meant @param others those that the page knows beside them
 */
export function ignoredIn(
  values: TryValues,
  filters: readonly string[],
  others: readonly string[] = [],
): IgnoredParameters {
  const known = new Set([...filters, ...others, LANGUAGE_PARAMETER]);
  const names = Object.keys(values).filter((name) => !known.has(name) && !countsVisits(name));
  const named = names.slice(0, MOST_NAMED).map((name): IgnoredParameter => {
    const similar = nearestWord(name, filters);
    return {
      name: Array.from(name).slice(0, MAX_NAME_LENGTH).join(''),
      meant:
        similar === undefined || Object.hasOwn(values, similar)
          ? undefined
          : { ...values, [similar]: values[name]! },
    };
  });
  return { named, more: names.length - named.length };
}

/**
 * Renders that parameters were not used, with the filters that may be meant.
 * @param pathOf returns the address of the page with other values
 */
export function ignoredNotes(
  { named, more }: IgnoredParameters,
  language: PageLanguage,
  pathOf: (values: TryValues) => string,
): Html {
  const { question } = TEXTS[language];
  const link = (meant: TryValues) => {
    const href = pathOf(meant);
    const text = filterText(meant, language) || decodeURIComponent(href.split('?')[1] ?? '');
    return html`<a href="${href}">${text}</a>`;
  };
  return html`${named.map(
    ({ name, meant }) => html`<p class="note warn small">${question.ignored(name)}
      ${meant && question.meant(link(meant))}</p>`,
  )}
  ${more > 0 && html`<p class="note warn small">${question.ignoredMore(more)}</p>`}`;
}
