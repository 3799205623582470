import { html, type Html, type PageLanguage } from '@care-atlas/server/pages';
import { TEXTS } from '../../texts/texts.js';
import { type FilterChip, searchPath, withoutChips } from './filter-chips.js';
import { filterText, listed } from './filter-text.js';
import type { TryValues } from './try-request.js';

/** A request with fewer filters that finds somebody. */
export interface Repair {
  readonly without: readonly FilterChip[];
  readonly values: TryValues;
  /** The number of its matches, at least 1. */
  readonly total: number;
}

const SHOWN_PAIRS = 3;

/**
 * Returns how a request that finds nobody finds somebody: without one of its filters, or else without two of them. The one
 * that finds most comes first.
 * @param totalOf returns the number of matches of a request; 0 for one that is refused
 */
export function repairsOf(
  values: TryValues,
  chips: readonly FilterChip[],
  totalOf: (values: TryValues) => number,
): readonly Repair[] {
  const found = (left: readonly (readonly FilterChip[])[]) =>
    left
      .map((without): Repair => {
        const rest = withoutChips(values, without);
        return { without, values: rest, total: totalOf(rest) };
      })
      .filter(({ total }) => total > 0)
      .toSorted((one, other) => other.total - one.total);
  const single = chips.length > 1 ? found(chips.map((chip) => [chip])) : [];
  if (single.length > 0 || chips.length < 3) return single;
  const pairs = chips.flatMap((one, at) => chips.slice(at + 1).map((other) => [one, other]));
  return found(pairs).slice(0, SHOWN_PAIRS);
}

/** Renders repairs as links with their totals. */
export function repairList(repairs: readonly Repair[], language: PageLanguage): Html | false {
  const { question: texts } = TEXTS[language];
  if (repairs.length === 0) return false;
  return html`<p class="offers-title">${texts.repairs}</p>
    <ul class="offers">${repairs.map(({ without, values, total }) => {
      const left = without.map((chip) => html`<q>${filterText(chip.values, language)}</q>`);
      return html`<li><a href="${searchPath(values, language)}">${texts.without(listed(left, language))}</a> <span class="muted">${texts.doctors(total)}</span></li>`;
    })}</ul>`;
}
