import type { DirectorySummary, FilterValue } from '@care-atlas/domain/contract';
import { percentage } from '@care-atlas/domain/rules';
import type { Tier } from '@care-atlas/domain/access';
import { Html, html, pageDocument } from '@care-atlas/server/pages';
import type { TierRules } from '@care-atlas/server/configuration';
import { portalFooter, portalLinks } from './portal-layout.js';
import { PORTAL_STYLE } from './portal-style.js';
import { tryForm, type TryValues } from './try-form.js';
import { type TryResult, tryResult } from './try-result.js';

/** The content of the home page. */
export interface PortalContent {
  readonly summary: DirectorySummary;
  readonly clinics: number;
  readonly syncedAt: Date;
  readonly specialties: readonly FilterValue[];
  readonly languages: readonly FilterValue[];
  readonly rules: TierRules;
  readonly freshDays: number;
  readonly mcpUrl: string;
  readonly values: TryValues;
  readonly result: TryResult;
  /** The URLs of scripts that update the answer while the user types; the page works without them. */
  readonly scripts: readonly string[];
}

const DESCRIPTION =
  'An API and MCP connector for doctors and clinics in the Greater Toronto Area: who accepts patients, speaks a ' +
  'language, is open in the evening or near the subway, and how fresh that information is.';

/** Renders the home page: what the directory is, its size, a live request, and the prices. */
export function portalPage(content: PortalContent): string {
  return pageDocument({
    title: '',
    description: DESCRIPTION,
    links: portalLinks(),
    home: '/',
    style: PORTAL_STYLE,
    scripts: content.scripts,
    footer: portalFooter(),
    body: html`${hero()} ${totals(content)} ${tryPanel(content)} ${freshness(content)} ${prices(content.rules)}
    ${connect(content)}`,
  });
}

function hero(): Html {
  return html`<div class="hero">
    <h1>Which doctor takes patients, speaks Tamil and is near the subway?</h1>
    <p class="lead">
      Care Atlas answers that, for every doctor and clinic in the Greater Toronto Area, through an API and a connector for
      AI assistants. Each answer says how fresh its data is.
    </p>
    <div class="actions">
      <a class="button" href="#try">Try it, no sign-up</a>
      <a class="button quiet" href="/buy">Get a key for CAD 5</a>
      <a class="button quiet" href="/docs/guides">Read the docs</a>
    </div>
  </div>`;
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
      Fill in the form to see a request and its live answer. It uses the published sandbox key
      <code>${result.key}</code>, which anyone may use.
    </p>
    <div class="try">
      <div class="card">${tryForm(values, specialties, languages)}</div>
      <div
        class="try-result"
        id="try-result"
        data-api="${result.apiUrl}"
        data-key="${result.key}"
      >${tryResult(result)}</div>
    </div>
  </section>`;
}

function freshness({ freshDays, summary: { dataFreshness } }: PortalContent): Html {
  const states: [string, string, number, string][] = [
    [
      'fresh',
      '',
      dataFreshness.fresh,
      `The register confirmed the doctor within the last ${freshDays} days.`,
    ],
    ['stale', 'warn', dataFreshness.stale, 'The register confirmed the doctor longer ago.'],
    [
      'unknown',
      'warn',
      dataFreshness.unknown,
      'The register never confirmed the doctor: the record comes from elsewhere.',
    ],
  ];
  return html`<section aria-labelledby="freshness">
    <h2 id="freshness">What “fresh” means</h2>
    <p>
      The provincial registration authority is the source of registrations. Every doctor carries
      <code>dataFreshness</code>:
    </p>
    <div class="scroll">
      <table>
        <thead><tr><th scope="col">State</th><th scope="col">Meaning</th><th scope="col">Doctors now</th></tr></thead>
        <tbody>
          ${states.map(
            ([state, tone, count, meaning]) =>
              html`<tr><th scope="row"><span class="tag ${tone}">${state}</span></th><td>${meaning}</td><td class="number">${number(count)}</td></tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="note warn">
      Acceptance of patients, opening hours and waiting times are best effort, in every state. Show the state, and ask
      people to <strong>phone the clinic to confirm</strong>.
    </p>
  </section>`;
}

function prices({ rates, sizes }: TierRules): Html {
  const tiers: [Tier, string, string, string][] = [
    ['sandbox', 'Sandbox', 'Free, no sign-up', 'per client address'],
    ['live', 'Live key', 'CAD 5, once', 'per key'],
  ];
  return html`<section aria-labelledby="prices">
    <h2 id="prices">Prices and limits</h2>
    <div class="grid">
      ${tiers.map(
        ([tier, name, price, per]) =>
          html`<div class="card">
            <h3>${name}</h3>
            <p><strong>${price}</strong></p>
            <ul>
              <li>${number(rates[tier])} requests per minute, ${per}</li>
              <li>up to ${sizes[tier].pageMaximum} records per page</li>
              <li>${tier === 'sandbox' ? `${sizes[tier].nestedReviews} reviews in a doctor’s detail` : 'complete answers'}</li>
              <li>the same data and the same totals</li>
            </ul>
            ${tier === 'live' && html`<p><a class="button" href="/buy">Get a key</a></p>`}
          </div>`,
      )}
      <div class="card">
        <h3>Through a gateway</h3>
        <p><strong>Priced by the gateway</strong></p>
        <ul>
          <li>the same operations at the gateway’s own address</li>
          <li>${number(rates.gateway)} requests per minute, per gateway key</li>
        </ul>
        <p><a href="/docs/guides/gateway">How it works</a></p>
      </div>
    </div>
    <p class="muted small">
      A live key can be replaced at any time, free of charge. It cannot be recovered: there is no account and no email
      address. An answer that you already hold (304) does not count.
    </p>
  </section>`;
}

function connect({ mcpUrl, result }: PortalContent): Html {
  return html`<section aria-labelledby="connect">
    <h2 id="connect">From code, or from an assistant</h2>
    <div class="grid">
      <div class="card">
        <h3>REST</h3>
        <p><code>${result.apiUrl}</code></p>
        <ul>
          <li><a href="/docs/guides/first-request">Your first request</a></li>
          <li><a href="/docs">Every operation, with a live console</a></li>
          <li><a href="/api/v1/openapi.json">OpenAPI 3.1 description</a></li>
        </ul>
      </div>
      <div class="card">
        <h3>MCP connector</h3>
        <p><code>${mcpUrl}</code></p>
        <ul>
          <li><a href="/docs/guides/mcp">Set it up in your assistant</a></li>
          <li>Use an API key, or sign in</li>
        </ul>
      </div>
      <div class="card">
        <h3>Status</h3>
        <ul>
          <li><a href="/api/v1/">Readiness and dataset version</a></li>
          <li><a href="/docs/guides/errors">What each error means</a></li>
          <li><a href="/docs/guides/changes">What may change, and how changes are announced</a></li>
        </ul>
      </div>
    </div>
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
