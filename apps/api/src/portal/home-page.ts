import type { Directory } from '@care-atlas/domain/directory';
import { percentage } from '@care-atlas/domain/rules';
import { type AddressVisit, type Html, html, type Page, type PageLanguage } from '@care-atlas/server/pages';
import { RESULT_STYLE } from '@care-atlas/server/record';
import { readAsset, readTemplates } from '../assets.js';
import { askForm } from './ask.js';
import { assistants } from './assistants.js';
import { TEXTS } from '../texts/texts.js';
import { answeredExamples, FIRST_REQUEST, type HomeRequest, type HomeSettings } from './home-request.js';
import { portalPages, sellerLinks } from './portal-layout.js';
import { isSampleDirectory } from './record/record-pages.js';
import { tryPanel } from './try/try-panel.js';

export const HOME_PAGES = portalPages({
  style: RESULT_STYLE + readAsset('portal/portal.css') + readAsset('portal/copy-block.css'),
  scripts: true,
  forms: "'self'",
  cache: 'no-cache',
});

const SECTIONS = readTemplates('portal', ['hero', 'freshness', 'prices', 'connect']);

/** Renders the home page: what the directory is, its size, a live request, and the prices. */
export function homePage(
  visit: AddressVisit,
  directory: Directory,
  { tierRules, freshDays, mcpUrl, apiUrl, seller }: HomeSettings,
  request: HomeRequest,
  script: string,
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
    ask: askForm(request.question, answeredExamples(directory, language), language),
  });
  const { value: firstAnswer } = directory.listDoctors(FIRST_REQUEST, sizes.sandbox);
  const body = html`${hero} ${tryPanel(directory, request, language)} ${assistants(mcpUrl, firstAnswer, language)}
    ${totals(directory, language)} ${sections.connect({ apiUrl, mcpUrl })} ${freshness} ${prices}`;
  return HOME_PAGES.page(visit, {
    title: '',
    description: home.description,
    scripts: [script],
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
