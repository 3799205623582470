import type { Directory } from '@care-atlas/domain/directory';
import { percentage } from '@care-atlas/domain/rules';
import { type AddressVisit, Html, html, type Page, type PageLanguage } from '@care-atlas/server/pages';
import { readAsset, readTemplates } from '../assets.js';
import { askForm, questionReading } from './ask.js';
import { assistants } from './assistants.js';
import { TEXTS } from '../texts/texts.js';
import { FIRST_REQUEST, type HomeRequest, type HomeSettings } from './home-request.js';
import { portalPages, sellerLinks } from './portal-layout.js';
import { isSampleDirectory } from './record/record-pages.js';
import { tryForm } from './try/try-form.js';
import { tryResult } from './try/try-result.js';

export const HOME_PAGES = portalPages({
  style: readAsset('portal/portal.css') + readAsset('portal/copy-block.css'),
  scripts: true,
  forms: "'self'",
  cache: 'no-cache',
});

/** The shores and subway lines that every map shows, in degrees. */
const GEOGRAPHY = new Html(readAsset('portal/geography.svg'));
const SECTIONS = readTemplates('portal', ['hero', 'freshness', 'prices', 'connect']);

/** Renders the home page: what the directory is, its size, a live request, and the prices. */
export function homePage(
  visit: AddressVisit,
  directory: Directory,
  { tierRules, freshDays, mcpUrl, apiUrl, seller }: HomeSettings,
  request: HomeRequest & { readonly script: string },
): Page {
  const { language } = visit;
  const { home, format } = TEXTS[language];
  const { number } = format;
  const sections = SECTIONS[language];
  const { fresh, stale, unknown } = directory.totals.summary.dataFreshness;
  const { rates, sizes } = tierRules;
  const prices = sections.prices({
    sandboxRate: number(rates.sandbox),
    sandboxPage: sizes.sandbox.pageMaximum,
    sandboxReviews: sizes.sandbox.nestedReviews,
    liveRate: number(rates.live),
    livePage: sizes.live.pageMaximum,
    gatewayRate: number(rates.gateway),
    seller: sellerLinks(seller, language),
  });
  const freshness = sections.freshness({
    freshDays,
    fresh: number(fresh),
    stale: number(stale),
    unknown: number(unknown),
  });
  const hero = sections.hero({
    sampleNote: isSampleDirectory(directory) && html`<span class="small">${home.sample}</span>`,
    ask: askForm(request.question, language),
  });
  const { value: firstAnswer } = directory.listDoctors(FIRST_REQUEST, sizes.sandbox);
  const body = html`${hero} ${tryPanel(directory, request, language)} ${assistants(mcpUrl, firstAnswer, language)}
    ${totals(directory, language)} ${sections.connect({ apiUrl, mcpUrl })} ${freshness} ${prices}`;
  return HOME_PAGES.page(visit, {
    title: '',
    description: home.description,
    scripts: [request.script],
    body,
  });
}

function totals({ totals: { summary }, dataset }: Directory, language: PageLanguage): Html {
  const {
    home: { totals: texts },
    format: { number, percent },
  } = TEXTS[language];
  const { totalDoctors, acceptingNewPatients, dataFreshness } = summary;
  const { clinics, syncedAt } = dataset;
  const facts: [string, string][] = [
    [texts.doctors, number(totalDoctors)],
    [texts.accepting, number(acceptingNewPatients)],
    [texts.clinics, number(clinics)],
    [texts.fresh, percent(percentage(dataFreshness.fresh, totalDoctors))],
  ];
  const instant = html`<time datetime="${syncedAt.toISOString()}">${texts.time(syncedAt)}</time>`;
  return html`<section aria-labelledby="today">
    <h2 id="today" class="visually-hidden">${texts.title}</h2>
    <dl class="totals">
      ${facts.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}
    </dl>
    <p class="muted small">${texts.synchronized(instant)}</p>
  </section>`;
}

function tryPanel(
  { totals: { specialties, languages } }: Directory,
  { reading, values, result }: HomeRequest,
  language: PageLanguage,
): Html {
  const { home, search } = TEXTS[language];
  return html`<section aria-labelledby="try" class="try">
    <h2 id="try" class="visually-hidden">${home.answer}</h2>
    ${reading && questionReading(reading, language)}
    <details class="filters" ${!reading && new Html('open')}>
      <summary>${home.filters}</summary>
      ${tryForm(values, specialties, languages, language)}
      <p class="small muted">${home.key(result.key)}</p>
    </details>
    <div
      id="try-result"
      class="try-result"
      data-api="${result.apiUrl}"
      data-key="${result.key}"
      data-labels="${JSON.stringify(result.labels)}"
    >${tryResult(result, search)}</div>
    <svg hidden><defs>${GEOGRAPHY}</defs></svg>
  </section>`;
}
