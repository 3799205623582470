import type { Directory } from '@care-atlas/domain/directory';
import { EVIDENCE_METHODS } from '@care-atlas/domain/records';
import type { ApiConfiguration } from '@care-atlas/server/configuration';
import { type AddressVisit, type Html, html, type PageLanguage, servePage } from '@care-atlas/server/pages';
import { RECORD_TEXTS } from '@care-atlas/server/record';
import type { FastifyInstance } from 'fastify';
import { readAsset, readTemplates } from '../../assets.js';
import { ABOUT_PAGES } from '../../texts/en/pages/about.js';
import { TEXTS } from '../../texts/texts.js';
import { addressOf, portalPages } from '../portal-layout.js';

const TEMPLATES = readTemplates('portal', [...ABOUT_PAGES, 'corrections-steps']);
const PAGES = portalPages({
  style: readAsset('portal/about.css'),
  forms: "'none'",
  sharesProcess: true,
  cache: 'public, max-age=300',
});

export type AboutSettings = Pick<
  ApiConfiguration,
  'baseUrl' | 'operator' | 'freshDays' | 'evidenceDays' | 'usageDays'
>;

/** Serves the pages about the data, corrections, privacy, accessibility and the operator. */
export function serveAbout(fastify: FastifyInstance, directory: Directory, settings: AboutSettings): void {
  for (const name of ABOUT_PAGES)
    servePage(fastify, {
      path: `/${name}`,
      baseUrl: settings.baseUrl,
      get(visit) {
        const { language } = visit;
        const [title, description] = TEXTS[language].about.pages[name];
        const body = TEMPLATES[language][name](valuesOf(directory, settings, visit));
        return PAGES.page(visit, { title, description, body });
      },
    });
}

function valuesOf(
  directory: Directory,
  { baseUrl, operator, freshDays, evidenceDays, usageDays }: AboutSettings,
  { language, query }: AddressVisit,
) {
  const { about: texts, format } = TEXTS[language];
  const page = recordPage(query, baseUrl);
  const { moment } = RECORD_TEXTS[language];
  const { fresh, stale, unknown } = directory.totals.summary.dataFreshness;
  const { contact, correctionDays } = operator;
  const held = EVIDENCE_METHODS.map((method) => {
    const days = evidenceDays[method];
    return [texts.methods[method], days === null ? texts.noEnd : texts.days(days)];
  });
  const hasContact = contact !== '';
  const address = hasContact
    ? texts.contact(html`<a href="${letterTo(contact, texts.pages.corrections[0], page)}">${contact}</a>`)
    : texts.noContact;
  /** Without an address, nobody is asked to write. */
  const section = (title: string) => hasContact && html`<h2>${title}</h2><p>${address}</p>`;
  return {
    contact: address,
    page:
      hasContact &&
      page !== undefined &&
      html`<p>${texts.aboutPage(html`<a href="${page}">${page}</a>`)}</p>`,
    steps: hasContact && TEMPLATES[language]['corrections-steps']({ days: texts.days(correctionDays) }),
    questions: section(texts.questions),
    tellUs: section(texts.tellUs),
    usageDays: texts.days(usageDays),
    freshDays,
    fresh: format.number(fresh),
    stale: format.number(stale),
    unknown: format.number(unknown),
    synchronized: texts.synchronized(moment(directory.dataset.syncedAt)),
    sources: sourceTable(directory, language),
    held: table(texts.holds, [texts.columns.method, texts.columns.holds], held),
  };
}

/** Returns the address of the page of a record that a visitor comes from; undefined without one. */
function recordPage(query: string, baseUrl: string): string | undefined {
  const path = new URLSearchParams(query).get('page') ?? '';
  return /^\/(doctors\/\d{1,10}|clinics\/[\da-f-]{36})$/.test(path) ? baseUrl + path : undefined;
}

/** Returns the URL of a contact. For an email address, the URL fills in the subject and the page concerned. */
function letterTo(contact: string, subject: string, page: string | undefined): string {
  const address = addressOf(contact);
  if (page === undefined || !address.startsWith('mailto:')) return address;
  return `${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${page}\n\n`)}`;
}

function sourceTable(directory: Directory, language: PageLanguage): Html {
  const { about: texts } = TEXTS[language];
  const { day } = RECORD_TEXTS[language];
  const { given, source, license, retrieved } = texts.columns;
  const { sources } = directory.listSources().value;
  const rows = sources.map(({ name, publisher, licence, retrievedAt }) => [
    Object.hasOwn(texts.given, name) ? texts.given[name]! : asSourced(name),
    asSourced(publisher || name),
    licence === '' ? texts.noLicense : asSourced(licence),
    day(retrievedAt),
  ]);
  const notices = sources.filter(({ attribution }) => attribution !== '');
  return html`${table(texts.sources, [given, source, license, retrieved], rows)}
    ${notices.length > 0 && html`<h3>${texts.notices}</h3>${notices.map(({ attribution }) => html`<p class="small">${asSourced(attribution)}</p>`)}`}`;
}

/** Renders a text of a source, which may be in any language. */
function asSourced(text: string): Html {
  return html`<span lang="">${text}</span>`;
}

function table(label: string, heads: readonly string[], rows: readonly (readonly (string | Html)[])[]): Html {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${label}"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}
