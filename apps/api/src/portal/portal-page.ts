import type { DirectorySummary, DoctorList, FilterValue } from '@care-atlas/domain/contract';
import { percentage } from '@care-atlas/domain/rules';
import { Html, html } from '@care-atlas/server/pages';
import type { Configuration, TierRules } from '@care-atlas/server/configuration';
import { readAsset, readTemplates } from '../assets.js';
import { askForm } from './ask.js';
import { assistants } from './assistants.js';
import { viewOf } from './page-view.js';
import { portalDocument, sellerLinks } from './portal-layout.js';
import { tryForm } from './try-form.js';
import type { TryValues } from './try-request.js';
import { type TryResult, tryResult } from './try-result.js';

/** The content of the home page. */
export interface PortalContent {
  readonly summary: DirectorySummary;
  readonly clinics: number;
  readonly syncedAt: Date;
  /** Whether the directory is invented. */
  readonly isSample: boolean;
  readonly seller: Configuration['seller'];
  readonly specialties: readonly FilterValue[];
  readonly languages: readonly FilterValue[];
  readonly rules: TierRules;
  readonly freshDays: number;
  readonly mcpUrl: string;
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
const SAMPLE_NOTE = html`<p class="note warn">
  <strong>This directory is a sample.</strong> Its doctors, clinics and reviews are invented.
</p>`;
const DESCRIPTION =
  'An API and MCP connector for doctors and clinics in the Greater Toronto Area: who accepts patients, speaks a ' +
  'language, is open in the evening or near the subway, and how fresh that information is.';

/** Renders the home page: what the directory is, its size, a live request, and the prices. */
export function portalPage(content: PortalContent): string {
  const { summary, rules, freshDays, mcpUrl, result, scripts, isSample } = content;
  const { fresh, stale, unknown } = summary.dataFreshness;
  const { rates, sizes } = rules;
  const prices = SECTIONS.en.prices({
    sandboxRate: number(rates.sandbox),
    sandboxPage: sizes.sandbox.pageMaximum,
    sandboxReviews: sizes.sandbox.nestedReviews,
    liveRate: number(rates.live),
    livePage: sizes.live.pageMaximum,
    gatewayRate: number(rates.gateway),
    seller: sellerLinks(content.seller, 'en'),
  });
  const freshness = SECTIONS.en.freshness({
    freshDays,
    fresh: number(fresh),
    stale: number(stale),
    unknown: number(unknown),
  });
  const body = html`${SECTIONS.en.hero({ sampleNote: isSample && SAMPLE_NOTE, ask: askForm() })} ${totals(content)} ${tryPanel(content)} ${freshness} ${prices}
    ${assistants(mcpUrl, content.firstAnswer)} ${SECTIONS.en.connect({ apiUrl: result.apiUrl, mcpUrl })}`;
  const baseUrl = new URL(result.apiUrl).origin;
  const view = viewOf('en', '/');
  return portalDocument({
    view,
    baseUrl,
    title: '',
    description: DESCRIPTION,
    style: PORTAL_STYLE,
    scripts,
    body,
  });
}

function totals({ summary, clinics, syncedAt }: PortalContent): Html {
  const { totalDoctors, acceptingNewPatients, dataFreshness } = summary;
  const facts: [string, string][] = [
    ['doctors', number(totalDoctors)],
    ['at clinics that accept patients', number(acceptingNewPatients)],
    ['clinics', number(clinics)],
    ['of doctors confirmed recently', `${number(percentage(dataFreshness.fresh, totalDoctors))}%`],
  ];
  return html`<section aria-labelledby="today">
    <h2 id="today" class="visually-hidden">The directory today</h2>
    <dl class="totals">
      ${facts.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}
    </dl>
    <p class="muted small">Last synchronized ${instant(syncedAt)}.</p>
  </section>`;
}

function tryPanel({ values, specialties, languages, result }: PortalContent): Html {
  return html`<section aria-labelledby="try">
    <h2 id="try">Try it</h2>
    <p>
      Fill in the form to see a request and its live answer, nearest first. It uses the published sandbox key
      <code>${result.key}</code>, which anyone may use.
    </p>
    <div class="try">
      <div class="card">${tryForm(values, specialties, languages)}</div>
      <div
        class="try-result"
        id="try-result"
        data-api="${result.apiUrl}"
        data-key="${result.key}"
        data-labels="${JSON.stringify(result.labels)}"
      >${tryResult(result)}</div>
    </div>
    <svg hidden><defs>${GEOGRAPHY}</defs></svg>
  </section>`;
}

function number(value: number): string {
  return value.toLocaleString('en-CA');
}

function instant(time: Date): Html {
  const shown = new Intl.DateTimeFormat('en-CA', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'America/Toronto',
  });
  return html`<time datetime="${time.toISOString()}">${shown.format(time)} (Toronto)</time>`;
}
