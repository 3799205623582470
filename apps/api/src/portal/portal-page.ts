import type { DirectorySummary, DoctorList, FilterValue, QuestionAnswer } from '@care-atlas/domain/contract';
import { percentage } from '@care-atlas/domain/rules';
import { Html, html } from '@care-atlas/server/pages';
import type { ApiConfiguration, TierRules } from '@care-atlas/server/configuration';
import { readAsset, readTemplates } from '../assets.js';
import { askForm, questionReading } from './ask.js';
import { assistants } from './assistants.js';
import { TEXTS } from '../texts/texts.js';
import type { PageView } from './page-view.js';
import { portalDocument, sellerLinks } from './portal-layout.js';
import { tryForm } from './try/try-form.js';
import type { TryValues } from './try/try-request.js';
import { type TryResult, tryResult } from './try/try-result.js';

/** The content of the home page. */
export interface PortalContent {
  readonly view: PageView;
  readonly summary: DirectorySummary;
  readonly clinics: number;
  readonly syncedAt: Date;
  /** Whether the directory is invented. */
  readonly isSample: boolean;
  readonly seller: ApiConfiguration['seller'];
  readonly specialties: readonly FilterValue[];
  readonly languages: readonly FilterValue[];
  readonly rules: TierRules;
  readonly freshDays: number;
  readonly mcpUrl: string;
  /** What was asked in plain words; empty if filters were. */
  readonly question: string;
  readonly reading: QuestionAnswer | undefined;
  readonly values: TryValues;
  readonly result: TryResult;
  /** What the page's first question finds. */
  readonly firstAnswer: DoctorList;
  /** The URLs of scripts that update the answer while the user types; the page works without them. */
  readonly scripts: readonly string[];
}

/** The style of the home page, beyond that of all pages. */
export const PORTAL_STYLE = readAsset('portal/portal.css') + readAsset('portal/copy-block.css');

/** The shores and subway lines that every map shows, in degrees. */
const GEOGRAPHY = new Html(readAsset('portal/geography.svg'));
const SECTIONS = readTemplates('portal', ['hero', 'freshness', 'prices', 'connect']);

/** Renders the home page: what the directory is, its size, a live request, and the prices. */
export function portalPage(content: PortalContent): string {
  const { view, summary, rules, freshDays, mcpUrl, result, scripts, isSample } = content;
  const { language } = view;
  const { home, format } = TEXTS[language];
  const { number } = format;
  const sections = SECTIONS[language];
  const { fresh, stale, unknown } = summary.dataFreshness;
  const { rates, sizes } = rules;
  const prices = sections.prices({
    sandboxRate: number(rates.sandbox),
    sandboxPage: sizes.sandbox.pageMaximum,
    sandboxReviews: sizes.sandbox.nestedReviews,
    liveRate: number(rates.live),
    livePage: sizes.live.pageMaximum,
    gatewayRate: number(rates.gateway),
    seller: sellerLinks(content.seller, language),
  });
  const freshness = sections.freshness({
    freshDays,
    fresh: number(fresh),
    stale: number(stale),
    unknown: number(unknown),
  });
  const hero = sections.hero({
    sampleNote: isSample && html`<span class="small">${home.sample}</span>`,
    ask: askForm(content.question, language),
  });
  const body = html`${hero} ${tryPanel(content)} ${assistants(mcpUrl, content.firstAnswer, language)}
    ${totals(content)} ${sections.connect({ apiUrl: result.apiUrl, mcpUrl })} ${freshness} ${prices}`;
  const baseUrl = new URL(result.apiUrl).origin;
  const { description } = home;
  return portalDocument({ view, baseUrl, title: '', description, style: PORTAL_STYLE, scripts, body });
}

function totals({ view, summary, clinics, syncedAt }: PortalContent): Html {
  const {
    home: { totals: texts },
    format: { number, percent },
  } = TEXTS[view.language];
  const { totalDoctors, acceptingNewPatients, dataFreshness } = summary;
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

function tryPanel({ view, reading, values, specialties, languages, result }: PortalContent): Html {
  const { home, search } = TEXTS[view.language];
  return html`<section aria-labelledby="try" class="try">
    <h2 id="try" class="visually-hidden">${home.answer}</h2>
    ${reading && questionReading(reading, view.language)}
    <details class="filters" ${!reading && new Html('open')}>
      <summary>${home.filters}</summary>
      ${tryForm(values, specialties, languages, view.language)}
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
