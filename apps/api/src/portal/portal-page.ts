import type { DirectorySummary, DoctorList, FilterValue } from '@care-atlas/domain/contract';
import { percentage } from '@care-atlas/domain/rules';
import { Html, html } from '@care-atlas/server/pages';
import type { Configuration, TierRules } from '@care-atlas/server/configuration';
import { readAsset, readTemplates } from '../assets.js';
import type { QuestionReading } from '@care-atlas/domain/question';
import { askForm, questionReading } from './ask.js';
import { assistants } from './assistants.js';
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
  /** What was asked in plain words; empty if filters were. */
  readonly question: string;
  readonly reading: QuestionReading | undefined;
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
const SAMPLE_NOTE = html`<span class="small"><span class="tag warn">Sample</span> All of them are invented.</span>`;
const DESCRIPTION =
  'An API and MCP connector for doctors and clinics in the Greater Toronto Area: who accepts patients, speaks a ' +
  'language, is open in the evening or near the subway, and how fresh that information is.';

/** Renders the home page: what the directory is, its size, a live request, and the prices. */
export function portalPage(content: PortalContent): string {
  const { summary, rules, freshDays, mcpUrl, result, scripts, isSample } = content;
  const { fresh, stale, unknown } = summary.dataFreshness;
  const { rates, sizes } = rules;
  const prices = SECTIONS.prices({
    sandboxRate: number(rates.sandbox),
    sandboxPage: sizes.sandbox.pageMaximum,
    sandboxReviews: sizes.sandbox.nestedReviews,
    liveRate: number(rates.live),
    livePage: sizes.live.pageMaximum,
    gatewayRate: number(rates.gateway),
    seller: sellerLinks(content.seller),
  });
  const freshness = SECTIONS.freshness({
    freshDays,
    fresh: number(fresh),
    stale: number(stale),
    unknown: number(unknown),
  });
  const hero = SECTIONS.hero({ sampleNote: isSample && SAMPLE_NOTE, ask: askForm(content.question) });
  const body = html`${hero} ${tryPanel(content)} ${assistants(mcpUrl, content.firstAnswer)}
    ${totals(content)} ${SECTIONS.connect({ apiUrl: result.apiUrl, mcpUrl })} ${freshness} ${prices}`;
  const address = new URL('/', result.apiUrl).href;
  return portalDocument({ title: '', description: DESCRIPTION, address, style: PORTAL_STYLE, scripts, body });
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

function tryPanel({ reading, values, specialties, languages, result }: PortalContent): Html {
  return html`<section aria-labelledby="try" class="try">
    <h2 id="try" class="visually-hidden">The answer</h2>
    ${reading && questionReading(reading)}
    <details class="filters" ${!reading && new Html('open')}>
      <summary>Filters</summary>
      ${tryForm(values, specialties, languages)}
      <p class="small muted">
        Requests use the published sandbox key <code>${result.key}</code>, which anyone may use.
      </p>
    </details>
    <div
      id="try-result"
      class="try-result"
      data-api="${result.apiUrl}"
      data-key="${result.key}"
      data-labels="${JSON.stringify(result.labels)}"
    >${tryResult(result)}</div>
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
