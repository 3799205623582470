import type { CallToolResult } from '@modelcontextprotocol/client';
import { torontoMoment } from '@care-atlas/domain/rules';
import { html } from '@care-atlas/server/pages/html';
import { pathIn } from '@care-atlas/server/pages/language-path';
import {
  clinicDetails,
  doctorDetails,
  type RecordView,
  type ResultFacts,
  resultFacts,
  resultPart,
} from '@care-atlas/server/record/parts';
import type { Entry, Structured } from './answer.js';
import { button, element } from './element.js';
import type { Host } from './host.js';
import { failureOf } from './failure.js';
import { shownHtml } from './shown-html.js';
import { words } from './words.js';

/** Returns a record of a list. @param number its place in the list, which is also on the map */
export function entryElement(entry: Entry, number: number, host: Host): HTMLElement {
  const { card, language } = words;
  const { name, path } = entry;
  const facts = resultPart(
    { ...resultOf(entry, host), name, href: pageOf(path, host) },
    { language, now: new Date() },
  );
  const details = element('div', { class: 'details', id: `details-${number}`, hidden: true });
  const expands = {
    'aria-label': card.detailsOf(name),
    'aria-expanded': 'false',
    'aria-controls': details.id,
  };
  const more: HTMLButtonElement = button(card.details, expands, () => toggle(more, details, entry, host));
  return element(
    'li',
    { class: 'entry', id: `result-${number}`, tabindex: -1 },
    element('span', { class: 'number', 'aria-hidden': true }, String(number)),
    element('div', { class: 'result' }, shownHtml(facts, host), host.hasTools && more),
    details,
  );
}

/** Returns a record in full. */
export function recordElement(entry: Entry, result: CallToolResult, host: Host): HTMLElement {
  const { name, path } = entry;
  const { language } = words;
  const href = pageOf(path, host);
  const facts = html`<h1>${href === '' ? name : html`<a href="${href}">${name}</a>`}</h1>
    ${resultFacts(resultOf(entry, host), { language, now: new Date() })}`;
  return element(
    'div',
    { class: 'entry single' },
    element('div', { class: 'result' }, shownHtml(facts, host)),
    element('div', { class: 'details' }, detailsOf(result, host)),
  );
}

async function toggle(
  more: HTMLButtonElement,
  details: HTMLElement,
  { detail: { tool, args } }: Entry,
  host: Host,
): Promise<void> {
  const opens = details.hidden;
  more.ariaExpanded = String(opens);
  details.hidden = !opens;
  if (!opens || details.hasChildNodes()) return;
  details.append(element('p', { role: 'status' }, words.card.reading));
  const shown = await host.callTool(tool, args).then(
    (result) => detailsOf(result, host),
    (error: unknown) => failureOf(error),
  );
  details.replaceChildren(shown);
}

/** Returns what only the record in full says. */
function detailsOf(result: CallToolResult, host: Host): Node {
  if (result.isError) return failureOf(result);
  const { doctor, clinic } = result.structuredContent as unknown as Structured;
  const view: RecordView = {
    language: words.language,
    today: torontoMoment(new Date()).date,
    doctorHref: (number) => pageOf(`/doctors/${number}`, host),
    clinicHref: (id) => pageOf(`/clinics/${id}`, host),
  };
  return shownHtml(
    // The tool leaves the end of a registration out if there is none.
    html`${doctor && doctorDetails(Object.assign({ expiredAt: null }, doctor), view)}${clinic && clinicDetails(clinic, view)}`,
    host,
  );
}

function resultOf({ clinic, ...facts }: Entry, host: Host): Omit<ResultFacts, 'name' | 'href'> {
  return { ...facts, ...(clinic && { clinic: { name: clinic.name, href: pageOf(clinic.path, host) } }) };
}

/** Returns the address of a page of the portal; empty if the connector does not say where that is. */
function pageOf(path: string, { portalUrl }: Host): string {
  return portalUrl === '' ? '' : portalUrl + pathIn(words.language, path);
}
