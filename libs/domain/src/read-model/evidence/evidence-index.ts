import type {
  Availability,
  KnownAcceptance,
  ServiceAvailability,
} from '../../contract/answers/availability.js';
import type {
  ExportedAvailability,
  ExportedServiceAvailability,
} from '../../contract/answers/exported-availability.js';
import {
  ACCEPTANCE_CODES,
  ANSWERS,
  EVIDENCE_METHODS,
  type EvidenceState,
  type Fact,
  FACTS,
  type KnownAnswer,
} from '../../records/evidence.js';
import type { AsOf } from '../../rules/time/as-of.js';
import { acceptanceCode, evidenceState, expiryOf, type Observation } from '../../rules/evidence.js';
import type { StatementText } from '../../rules/statements.js';
import { fromUtf8, utf8 } from '../../text/utf8.js';
import { distinctOf } from '../memory/dictionary-column.js';
import { type TextArena, textAt } from '../memory/text-arena.js';
import { COMMA, type TextMemory } from '../memory/text-memory.js';
import { jsonMembers } from '../wire/parts.js';

/**
 * The statements of sources about records, as plain data. Many records have equal statements, because one source observed
 * them at one time, so each distinct statement is stored once and records refer to it by number.
 *
 *     starts       0  2  3           record r has statements[starts[r]] … statements[starts[r + 1] - 1], grouped by fact
 *     statements   0  1  1           numbers of distinct statements: record 0 has 0 and 1, record 1 has 1
 *     facts        accepting  hours  one entry per distinct statement, as in all other columns
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
    statements: indexes,
    /** Indexes into FACTS. */
    facts: Uint8Array.from(all, ({ fact }) => FACTS.indexOf(fact)),
    /** Indexes into EVIDENCE_METHODS. */
    methods: Uint8Array.from(all, ({ method }) => EVIDENCE_METHODS.indexOf(method)),
    /** Milliseconds since 1970; NaN if the time of observation is not known. */
    observedAt: Float64Array.from(all, ({ observedAt }) => observedAt),
    /** 1 if the source gives `observedAt`; 0 if it is the time of the source's first such statement. */
    dated: Uint8Array.from(all, ({ dated }) => Number(dated)),
    /** End of a correction in milliseconds since 1970; NaN without one, and for all other statements. */
    until: Float64Array.from(all, ({ until }) => until),
    /** Indexes into ANSWERS. */
    answers: Uint8Array.from(all, ({ value }) => ANSWERS.indexOf(ANSWER_OF[value] ?? 'unknown')),
    /** Indexes into ACCEPTANCE_CODES; the length of ACCEPTANCE_CODES without a code. */
    codes: Uint8Array.from(all, ({ code }) =>
      code ? ACCEPTANCE_CODES.indexOf(code) : ACCEPTANCE_CODES.length,
    ),
    /** JSON members: the time of observation, whether the source gives it, the method, and the kind of clinic. */
    times: texts((statement) => jsonMembers(timeOf(statement))),
    /** JSON of the value. */
    values: texts(({ value }) => value),
    /** Names of the sources. */
    sources: texts(({ source }) => source),
    /** JSON of the previous value of the same source; `null` without one. */
    previous: texts(({ previous }) => previous),
  };
}

function keyOf(statement: StatementText): string {
  const { fact, value, code, source, method, observedAt, dated, until, previous, walkIn } = statement;
  return JSON.stringify([fact, value, code, source, method, observedAt, dated, until, previous, walkIn]);
}

const ANSWER_OF: Readonly<Record<string, KnownAnswer>> = { true: 'yes', false: 'no' };

/** Returns the time and method of an observation, and whether it is about a walk-in clinic, as answers show them. */
export function timeOf(
  statement: StatementText,
): Pick<KnownAcceptance, 'observedAt' | 'dated' | 'method' | 'walkIn'> {
  const { observedAt, dated, method, walkIn } = statement;
  const kind = walkIn && { walkIn };
  return Number.isNaN(observedAt)
    ? { observedAt: null, method: '', ...kind }
    : { observedAt: new Date(observedAt).toISOString(), ...(!dated && { dated }), method, ...kind };
}

type Members = Pick<KnownAcceptance, 'state'> & Partial<KnownAcceptance>;

/** A member of `availability` or `serviceAvailability`: name, fact, and the members before the time of observation. */
interface ShownFact<Name> {
  readonly name: Name;
  readonly fact: Fact;
  readonly membersOf: (answer: KnownAnswer, state: EvidenceState, code: KnownAcceptance['code']) => Members;
}

const acceptanceMembers: ShownFact<unknown>['membersOf'] = (answer, state, code) => ({ answer, code, state });
const answerMembers: ShownFact<unknown>['membersOf'] = (answer, state) => ({ answer, state });
const stateMembers: ShownFact<unknown>['membersOf'] = (_answer, state) => ({ state });

const ACCEPTING: ShownFact<'accepting'> = {
  name: 'accepting',
  fact: 'accepting',
  membersOf: acceptanceMembers,
};
const CLINIC_FACTS: readonly ShownFact<keyof Availability>[] = [
  ACCEPTING,
  { name: 'hours', fact: 'hours', membersOf: stateMembers },
  { name: 'wheelchair', fact: 'wheelchair', membersOf: answerMembers },
  { name: 'virtualVisits', fact: 'virtualVisits', membersOf: answerMembers },
];
const SERVICE_FACTS: readonly ShownFact<keyof ServiceAvailability>[] = [
  { name: 'accepting', fact: 'serviceAccepting', membersOf: acceptanceMembers },
  { name: 'wait', fact: 'serviceWait', membersOf: stateMembers },
];
const SHOWN = { clinic: CLINIC_FACTS, service: SERVICE_FACTS };

/** What is written of the facts of a clinic, or of a service. */
interface Written<ofClinic, ofService> {
  readonly clinic: ofClinic;
  readonly service: ofService;
}

/** Returns `availability` or `serviceAvailability` of one record, from its statements by fact. */
export function availabilityOf<Of extends keyof typeof SHOWN>(
  statements: readonly StatementText[],
  of: Of,
  asOf: AsOf,
): Written<Availability, ServiceAvailability>[Of] {
  return shownFacts(statements, of, asOf, timeOf) as never;
}

/** Returns the same as exports and the feed of changes have it. */
export function exportedAvailability<Of extends keyof typeof SHOWN>(
  statements: readonly StatementText[],
  of: Of,
  asOf: AsOf,
): Written<ExportedAvailability, ExportedServiceAvailability>[Of] {
  const evidenceOf = (statement: StatementText) => {
    const expiry = expiryOf(statement, asOf);
    const expiresAt = Number.isFinite(expiry) ? new Date(expiry).toISOString() : null;
    return { ...timeOf(statement), expiresAt, source: statement.source };
  };
  return shownFacts(statements, of, asOf, evidenceOf) as never;
}

function shownFacts(
  statements: readonly StatementText[],
  of: keyof typeof SHOWN,
  asOf: AsOf,
  evidenceOf: (statement: StatementText) => object,
): object {
  return Object.fromEntries(
    SHOWN[of].map((shown) => {
      const ofFact = statements.filter(({ fact }) => fact === shown.fact);
      const [first] = ofFact;
      const state = evidenceState(first!, ofFact, asOf);
      const answer = shownAnswer(shown, ANSWER_OF[first!.value] ?? 'unknown', state);
      const members = shown.membersOf(answer, state, acceptanceCode(answer, first!.code));
      return [shown.name, { ...members, ...evidenceOf(first!) }];
    }),
  );
}

/** Returns the answer as it is shown: acceptance is not known once its evidence expired. */
function shownAnswer(
  { membersOf }: ShownFact<string>,
  answer: KnownAnswer,
  state: EvidenceState,
): KnownAnswer {
  return membersOf === acceptanceMembers && state === 'expired' ? 'unknown' : answer;
}

const OBJECT_START = utf8('{');
const OBJECT_END = utf8('}');

/**
 * Reads and serializes the evidence about the clinics, services or doctors of one dataset version. The JSON of the facts
 * and times repeats between records, so both parts are stored once and copied.
 */
export class EvidenceIndex {
  /** By number of the shown statement and state of the fact. */
  readonly #acceptances = new Map<string, KnownAcceptance>();
  /** The start of a member's JSON, by everything that it depends on. */
  readonly #jsonStarts = new Map<string, Uint8Array>();

  constructor(private readonly columns: EvidenceColumns) {}

  /** Returns the statements about a record, grouped by fact. */
  statements(record: number): readonly StatementText[] {
    const { starts, facts, methods, observedAt, dated, until, values, codes, sources, previous } =
      this.columns;
    return Array.from(this.columns.statements.subarray(starts[record], starts[record + 1]), (i) => ({
      fact: FACTS[facts[i]!]!,
      value: textAt(values, i),
      code: ACCEPTANCE_CODES[codes[i]!],
      source: textAt(sources, i),
      method: EVIDENCE_METHODS[methods[i]!]!,
      observedAt: observedAt[i]!,
      dated: dated[i] === 1,
      until: until[i]!,
      previous: textAt(previous, i),
    }));
  }

  /** Appends the JSON object of `availability` or `serviceAvailability`. */
  addAvailability(record: number, of: keyof typeof SHOWN, asOf: AsOf, to: TextMemory): void {
    for (const [i, shown] of SHOWN[of].entries()) {
      const [first, state] = this.#shownStatement(record, shown.fact, asOf);
      to.addConstant(i === 0 ? OBJECT_START : COMMA)
        .addConstant(this.#jsonStart(shown, first, state))
        .add(this.columns.times, first)
        .addConstant(OBJECT_END);
    }
    to.addConstant(OBJECT_END);
  }

  /** Returns the acceptance of new patients at a clinic, as `availability` shows it. Parses it once per statement and state. */
  acceptance(clinic: number, asOf: AsOf): KnownAcceptance {
    const [first, state] = this.#shownStatement(clinic, ACCEPTING.fact, asOf);
    const key = `${first} ${state}`;
    let known = this.#acceptances.get(key);
    if (!known) {
      const start = fromUtf8(this.#jsonStart(ACCEPTING, first, state));
      const json = `{${start}${textAt(this.columns.times, first)}}}`;
      known = (JSON.parse(json) as Pick<Availability, 'accepting'>).accepting;
      this.#acceptances.set(key, known);
    }
    return known;
  }

  /**
   * Returns the shown (first) statement about a fact, and the state of the fact. Every clinic and service has a statement about
   * each shown fact; doctors do not.
   */
  #shownStatement(record: number, fact: Fact, asOf: AsOf): readonly [first: number, state: EvidenceState] {
    const { starts, statements, facts } = this.columns;
    const wanted = FACTS.indexOf(fact);
    const end = starts[record + 1]!;
    const all: Observation[] = [];
    let first = -1;
    for (let at = starts[record]!; at < end; at++) {
      const i = statements[at]!;
      if (facts[i] !== wanted) continue;
      if (first === -1) first = i;
      all.push(this.#observation(i));
    }
    return [first, evidenceState(all[0]!, all, asOf)];
  }

  #observation(i: number): Observation<number> {
    const { methods, observedAt, dated, until, values } = this.columns;
    const method = EVIDENCE_METHODS[methods[i]!]!;
    // Equal values have the same position, because they were interned.
    return {
      value: values.positions[i]!,
      method,
      observedAt: observedAt[i]!,
      dated: dated[i] === 1,
      until: until[i]!,
    };
  }

  /** Returns the JSON of a member up to its time. */
  #jsonStart(shown: ShownFact<string>, i: number, state: EvidenceState): Uint8Array {
    const known = shownAnswer(shown, ANSWERS[this.columns.answers[i]!]!, state);
    const code = acceptanceCode(known, ACCEPTANCE_CODES[this.columns.codes[i]!]);
    const key = `${shown.name} ${known} ${code} ${state}`;
    let start = this.#jsonStarts.get(key);
    if (!start) {
      start = utf8(`"${shown.name}":{${jsonMembers(shown.membersOf(known, state, code))},`);
      this.#jsonStarts.set(key, start);
    }
    return start;
  }
}
