import type { FactEvidence } from '../../contract/answers/availability.js';
import {
  ACCEPTANCE_CODES,
  ANSWERS,
  EVIDENCE_METHODS,
  FACTS,
  type KnownAnswer,
} from '../../records/evidence.js';
import type { StatementText } from '../../rules/statements.js';
import { distinctOf } from '../memory/dictionary-column.js';
import type { TextArena } from '../memory/text-arena.js';
import { jsonMembers } from '../wire/parts.js';

/**
 * What sources say about records: record r has statements starts[r] … starts[r + 1] - 1, grouped by fact. Most are equal to
 * others, of records that one source described at one time, so that each distinct statement is stored once.
 */
export type EvidenceColumns = ReturnType<typeof evidenceColumns>;

export function evidenceColumns(lists: readonly (readonly StatementText[])[], arena: TextArena) {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, record) => (starts[record + 1] = starts[record]! + list.length));
  const { indexes, distinct: all } = distinctOf(lists.flat(), keyOf);
  const texts = (textOf: (statement: StatementText) => string) =>
    arena.column(all.map((statement) => arena.intern(textOf(statement))));
  return {
    starts,
    /** The index of each statement into the other columns, which have each distinct one. */
    statements: indexes,
    /** Indexes into FACTS. */
    facts: Uint8Array.from(all, ({ fact }) => FACTS.indexOf(fact)),
    /** Indexes into EVIDENCE_METHODS. */
    methods: Uint8Array.from(all, ({ method }) => EVIDENCE_METHODS.indexOf(method)),
    /** Milliseconds since 1970, or NaN. */
    observedAt: Float64Array.from(all, ({ observedAt }) => observedAt),
    /** 1 if the source gives that time. */
    dated: Uint8Array.from(all, ({ dated }) => Number(dated)),
    until: Float64Array.from(all, ({ until }) => until),
    /** Indexes into ANSWERS. */
    answers: Uint8Array.from(all, ({ value }) => ANSWERS.indexOf(ANSWER_OF[value] ?? 'unknown')),
    /** Indexes into ACCEPTANCE_CODES, or their number. */
    codes: Uint8Array.from(all, ({ code }) =>
      code ? ACCEPTANCE_CODES.indexOf(code) : ACCEPTANCE_CODES.length,
    ),
    /** JSON members of the time, whether the source gives it, and the method. */
    times: texts((statement) => jsonMembers(timeOf(statement))),
    /** JSON. */
    values: texts(({ value }) => value),
    sources: texts(({ source }) => source),
    previous: texts(({ previous }) => previous),
  };
}

function keyOf(statement: StatementText): string {
  const { fact, value, code, source, method, observedAt, dated, until, previous } = statement;
  return JSON.stringify([fact, value, code, source, method, observedAt, dated, until, previous]);
}

const ANSWER_OF: Readonly<Record<string, KnownAnswer>> = { true: 'yes', false: 'no' };

/** Returns when and how something was observed, as answers show it. */
export function timeOf(statement: StatementText): Pick<FactEvidence, 'observedAt' | 'dated' | 'method'> {
  const { observedAt, dated, method } = statement;
  return Number.isNaN(observedAt)
    ? { observedAt: null, method: '' }
    : { observedAt: new Date(observedAt).toISOString(), ...(!dated && { dated }), method };
}
