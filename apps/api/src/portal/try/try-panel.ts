import type { Directory } from '@care-atlas/domain/directory';
import { Html, html, type PageLanguage } from '@care-atlas/server/pages';
import { readAsset } from '../../assets.js';
import { TEXTS } from '../../texts/texts.js';
import { questionReading } from '../ask.js';
import type { HomeRequest } from '../home-request.js';
import { ignoredNotes } from '../ignored-parameters.js';
import { chipsOf, filterChips, searchPath } from './filter-chips.js';
import { tryForm } from './try-form.js';
import { trySearch } from './try-request.js';
import { tryResult } from './try-result.js';

/** The shores and subway lines that every map shows, in degrees. */
const GEOGRAPHY = new Html(readAsset('portal/geography.svg'));

/** Renders how a request was read, its filters, and its answer. A script replaces the first and the last while a person types. */
export function tryPanel(
  { totals: { specialties, languages } }: Directory,
  { reading, values, ignored, result }: HomeRequest,
  language: PageLanguage,
): Html {
  const { home, search } = TEXTS[language];
  const { outcome } = result;
  // An offer that the result has as a repair is shown there only.
  const repairs = outcome === 'none' ? [] : outcome.repairs;
  const repaired = new Set(repairs.map((repair) => trySearch(repair.values)));
  const offers = reading?.offers.filter((offer) => !repaired.has(trySearch(offer.values))) ?? [];
  return html`<section aria-labelledby="try" class="try" id="try-panel" data-api="${result.apiUrl}" data-key="${result.key}" data-unreachable="${search.unreachable}">
    <h2 id="try" class="visually-hidden">${home.answer}</h2>
    ${ignoredNotes(ignored, language, (meant) => searchPath(meant, language))}
    ${reading ? questionReading(reading, offers, language) : html`<div id="reading">${filterChips(chipsOf(values), values, language)}</div>`}
    <details class="filters">
      <summary>${home.filters}</summary>
      ${tryForm(values, specialties, languages, language)}
      <p class="small muted">${home.key(result.key)}</p>
    </details>
    <div id="try-result" class="try-result">${tryResult(result, language)}</div>
    <svg hidden><defs>${GEOGRAPHY}</defs></svg>
  </section>`;
}
