import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { torontoDate } from '@care-atlas/domain/rules';
import { absenceForm } from './absence.js';
import { entriesOf, messagesOf, searchOf, type Search, type Structured } from './answer.js';
import { button, element } from './element.js';
import { entryElement, recordElement } from './entry.js';
import { failureOf } from './failure.js';
import { Host } from './host.js';
import { mapOf } from './map.js';
import { sentence } from '../src/texts/sentence.js';
import { followLocale, words } from './words.js';

const page = document.querySelector('main')!;
let args: Readonly<Record<string, unknown>> = {};
let tool: string | undefined;
let last: CallToolResult | undefined;

const host = new Host({
  input: (given) => (args = given),
  result: show,
  cancelled: () => page.replaceChildren(element('h1', {}, words.card.cancelled)),
  context: follow,
});
// A host need not say its language. That of its browser is the best guess.
followLanguage(navigator.language);
// Without a host there is nothing to show.
void host.connect();

/** Follows the language, the colors and the fonts of the host. */
function follow({ theme, styles, safeAreaInsets, toolInfo, locale }: McpUiHostContext): void {
  tool = toolInfo?.tool.name ?? tool;
  if (locale !== undefined) followLanguage(locale);
  const root = document.documentElement;
  if (theme) root.style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (value !== undefined) root.style.setProperty(name, value);
  }
  if (safeAreaInsets) {
    const { top, right, bottom, left } = safeAreaInsets;
    root.style.padding = [top, right, bottom, left].map((inset) => `${inset}px`).join(' ');
  }
}

function followLanguage(locale: string): void {
  if (!followLocale(locale)) return;
  if (last) return show(last);
  const status = page.querySelector('[role=status]');
  if (status) status.textContent = words.card.searching;
}

function show(result: CallToolResult): void {
  last = result;
  host.portalUrl = (result._meta?.['care-atlas/portal'] as string | undefined) ?? '';
  page.removeAttribute('aria-busy');
  if (result.isError || !result.structuredContent) {
    return page.replaceChildren(element('h1', {}, words.card.failed), failureOf(result));
  }
  const answer = result.structuredContent as unknown as Structured;
  const search = searchOf(answer, tool);
  const { caution, dataOf } = words.card;
  page.replaceChildren(
    ...(search ? listOf(result, answer, search) : recordOf(result)),
    element('p', { class: 'note' }, `${caution} ${dataOf(torontoDate(answer.syncedAt))}`),
  );
}

function recordOf(result: CallToolResult): HTMLElement[] {
  return entriesOf(result).map((entry) => {
    const map = mapOf([entry], () => undefined);
    return element('div', { class: map && 'with-map' }, recordElement(entry, result, host), map);
  });
}

function listOf(result: CallToolResult, answer: Structured, search: Search): HTMLElement[] {
  const { total = 0, clinicTotal = total, offset = 0, nextOffset, relax = [] } = answer;
  const entries = entriesOf(result);
  const { card: t } = words;
  const { none, found } = t.searches[search];
  const isPart = entries.length > 0 && entries.length < clinicTotal;
  const part = isPart ? t.part(offset + 1, offset + entries.length) : '';
  const extent = clinicTotal < total ? t.atClinics(clinicTotal) + part : part;
  const heading = element('h1', { tabindex: -1 }, total === 0 ? none : found(total) + extent);
  const items = entries.map((entry, index) => entryElement(entry, index + 1, host));
  const map = mapOf(entries, (index) => items[index]!.focus());
  items.forEach((item, index) => mark(item, map, index));
  const turn = (to: number) => async () => {
    const turned = await host.callTool(search, { ...args, offset: to }).catch(() => undefined);
    if (!turned) return heading.after(failureOf(undefined));
    show(turned);
    return page.querySelector('h1')?.focus();
  };
  const back = Math.max(0, offset - entries.length);
  const turns = host.hasTools
    ? [
        offset > 0 && button(t.previous, {}, turn(back)),
        nextOffset !== undefined && button(t.next, {}, turn(nextOffset)),
      ]
    : [];
  return [
    heading,
    ...messagesOf(result).map((message) => element('p', { class: 'note' }, sentence(message, words))),
    total === 0 && element('p', {}, relax.length > 0 ? t.withoutOne : t.fewerFilters),
    relax.length > 0 &&
      element('ul', {}, ...relax.map((one) => element('li', {}, t.without(one.leaveOut, one.total)))),
    items.length > 0 && element('div', { class: map && 'with-map' }, element('ol', {}, ...items), map),
    turns.some(Boolean) && element('nav', { 'aria-label': t.pages }, ...turns),
    host.hasTools && absenceForm(search, args, host),
  ].filter((part) => part !== false);
}

/** Marks the clinic of a record on the map while the record is pointed at or focused. */
function mark(item: HTMLElement, map: HTMLElement | undefined, index: number): void {
  const marker = map?.querySelector(`[data-index="${index}"]`);
  const set = (isMarked: boolean) => () => marker?.classList.toggle('marked', isMarked);
  for (const event of ['mouseenter', 'focusin']) item.addEventListener(event, set(true));
  for (const event of ['mouseleave', 'focusout']) item.addEventListener(event, set(false));
}
