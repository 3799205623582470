import type { Evidence } from '@care-atlas/domain/contract';
import type { Fact } from '@care-atlas/domain/records';
import { displayName } from '@care-atlas/domain/vocabulary/display-name';
import { type Html, html, type HtmlValue } from '../pages/html.js';
import { hoursText } from './opening-hours.js';
import { type ImportedValue, RECORD_TEXTS, type RecordKey, type RecordView } from './record-view.js';
import { methodText } from './result-part.js';

/** A fact of a record, as a row of a description list. */
export interface FactRow {
  readonly label: string;
  readonly value: HtmlValue;
  /** The statements about the fact, the one that is shown first. Without any, nothing is said of its source. */
  readonly evidence?: readonly Evidence[] | undefined;
  /** What the row shows, for an action; absent if that cannot be corrected. */
  readonly imported?: ImportedValue;
}

/** Renders facts as a description list: each with its value, where it comes from, and what may be done about it. */
export function factList(rows: readonly FactRow[], of: RecordKey, view: RecordView): Html {
  return html`<dl class="facts">${rows.map(({ label, value, evidence, imported }) => {
    const action = imported && view.action?.(of, imported, label);
    return html`<div><dt>${label}</dt><dd>${action}${value}${evidence && provenance(evidence, view)}</dd></div>`;
  })}</dl>`;
}

/** Returns the statements about a fact; undefined if evidence was not asked for. */
export function statementsOf(
  evidence: readonly Evidence[] | undefined,
  fact: Fact,
): readonly Evidence[] | undefined {
  return evidence?.filter(({ field }) => field === fact);
}

/** Renders how a fact is known in a line, which opens to who says so, how, when, until when, and what was said before. */
export function provenance([shown, ...others]: readonly Evidence[], view: RecordView): Html {
  const texts = RECORD_TEXTS[view.language];
  const { evidence: words } = texts;
  if (!shown?.observedAt) return html`<p class="known">${words.nobody}</p>`;
  const { field, source, expiresAt, previous } = shown;
  const rows: [string, string][] = [
    [words.who, sourceName(source.name, view)],
    [words.how, methodText(shown, view.language)],
    [words.when, whenText(shown, view)],
    [words.until, expiresAt === null ? words.noEnd : texts.day(expiresAt)],
    [words.before, previous === null ? words.nothingElse : valueText(field, previous, view)],
  ];
  const another = others.map((each) =>
    [valueText(field, each.value, view), sourceName(each.source.name, view), saidText(each, view)].join(', '),
  );
  return html`<details class="known"><summary>${saidText(shown, view)}</summary>
    <dl>${rows.map(([term, said]) => html`<div><dt>${term}</dt><dd>${said}</dd></div>`)}${
      another.length > 0 &&
      html`<div><dt>${words.others}</dt><dd>${another.map((text) => html`<p>${text}</p>`)}</dd></div>`
    }</dl></details>`;
}

/** Returns how and when a fact was observed, and whether that still counts, in a line. */
function saidText(said: Evidence, view: RecordView): string {
  const { states } = RECORD_TEXTS[view.language];
  const parts = [methodText(said, view.language), whenText(said, view), states[said.state]];
  return parts.filter((part) => part !== '').join(', ');
}

function whenText({ observedAt, dated }: Evidence, { language }: RecordView): string {
  const { evidence, since, day } = RECORD_TEXTS[language];
  if (observedAt === null) return '';
  return dated === false ? since(day(observedAt)) : evidence.on(day(observedAt));
}

function sourceName(name: string, { language, publisherOf }: RecordView): string {
  const { evidence } = RECORD_TEXTS[language];
  if (name === '') return evidence.someone;
  const publisher = publisherOf?.(name);
  return publisher || (evidence.sources[name] ?? name);
}

/** Returns a value that evidence has of a fact. */
export function valueText(fact: Fact, value: unknown, { language, clinicName }: RecordView): string {
  const texts = RECORD_TEXTS[language];
  if (value === null) return texts.unknown;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  const values = [value].flat().map(String);
  if (fact === 'hours') return values.map((span) => hoursText(span, language)).join('; ');
  if (fact === 'specialties') return namesOf('specialty', values, language);
  if (fact === 'languages') return namesOf('language', values, language);
  if (fact === 'practice') return values.map((id) => clinicName?.(id) ?? id).join(', ');
  if (fact === 'registration')
    return value === 'active' ? texts.registration.active : texts.registration.inactive;
  return values.join(', ');
}

/** Returns specialties or languages as a list within a sentence, with a capital letter at the start of it. */
export function namesOf(
  kind: 'specialty' | 'language',
  names: readonly string[],
  language: RecordView['language'],
): string {
  const text = names.map((name) => displayName(kind, name, language)).join(', ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
