import type {
  Availability,
  KnownAcceptance,
  ServiceAvailability,
} from '../../contract/answers/availability.js';
import {
  ACCEPTANCE_CODES,
  ANSWERS,
  EVIDENCE_METHODS,
  EVIDENCE_STATES,
  type EvidenceState,
  type Fact,
  FACTS,
  type KnownAnswer,
} from '../../records/evidence.js';
import type { AsOf } from '../../rules/as-of.js';
import { acceptanceCode, evidenceState, type Observation } from '../../rules/evidence.js';
import type { StatementText } from '../../rules/statements.js';
import { fromUtf8, utf8 } from '../../text/utf8.js';
import { textAt } from '../memory/text-arena.js';
import { COMMA, type TextMemory } from '../memory/text-memory.js';
import { jsonMembers } from '../wire/parts.js';
import type { EvidenceColumns } from './evidence-columns.js';

type Members = Pick<KnownAcceptance, 'state'> & Partial<KnownAcceptance>;

/** A member of an answer about what is known: its fact, and what it shows besides time and method. */
interface ShownFact<Name> {
  readonly name: Name;
  readonly fact: Fact;
  readonly membersOf: (answer: KnownAnswer, state: EvidenceState, code: KnownAcceptance['code']) => Members;
}

const acceptance: ShownFact<unknown>['membersOf'] = (answer, state, code) => ({ answer, code, state });
const answered: ShownFact<unknown>['membersOf'] = (answer, state) => ({ answer, state });
const stated: ShownFact<unknown>['membersOf'] = (_answer, state) => ({ state });

const ACCEPTING: ShownFact<'accepting'> = { name: 'accepting', fact: 'accepting', membersOf: acceptance };
/** What answers show of a clinic. */
const CLINIC: readonly ShownFact<keyof Availability>[] = [
  ACCEPTING,
  { name: 'hours', fact: 'hours', membersOf: stated },
  { name: 'wheelchair', fact: 'wheelchair', membersOf: answered },
  { name: 'virtualVisits', fact: 'virtualVisits', membersOf: answered },
];
/** What answers show of a service. */
const SERVICE: readonly ShownFact<keyof ServiceAvailability>[] = [
  { name: 'accepting', fact: 'serviceAccepting', membersOf: acceptance },
  { name: 'wait', fact: 'serviceWait', membersOf: stated },
];
const SHOWN = { clinic: CLINIC, service: SERVICE };

/** The evidence about the clinics, services or doctors of one dataset version. */
export class EvidenceIndex {
  /** What was read of acceptance, by the start of its JSON and the address of its time. */
  readonly #acceptances = new Map<Uint8Array, Map<number, KnownAcceptance>>();

  constructor(private readonly columns: EvidenceColumns) {}

  /** Returns what sources say about a record, by fact. */
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

  /** Appends the JSON of what is known about a record. */
  addAvailability(record: number, of: keyof typeof SHOWN, asOf: AsOf, to: TextMemory): void {
    const { times } = this.columns;
    for (const [i, shown] of SHOWN[of].entries()) {
      const [first, state] = this.#known(record, shown.fact, asOf);
      to.addConstant(i === 0 ? OPEN : COMMA)
        .addConstant(this.#start(shown, first, state))
        .add(times, first)
        .addConstant(CLOSE);
    }
    to.addConstant(CLOSE);
  }

  /** Returns what is known of acceptance at a clinic. What is equal is the same object. */
  acceptance(clinic: number, asOf: AsOf): KnownAcceptance {
    const { times } = this.columns;
    const [first, state] = this.#known(clinic, ACCEPTING.fact, asOf);
    const start = this.#start(ACCEPTING, first, state);
    const ofStart = this.#acceptances.get(start) ?? new Map<number, KnownAcceptance>();
    this.#acceptances.set(start, ofStart);
    let known = ofStart.get(times.positions[first]!);
    if (!known) {
      const json = `{${fromUtf8(start)}${textAt(times, first)}}}`;
      known = (JSON.parse(json) as Pick<Availability, 'accepting'>).accepting;
      ofStart.set(times.positions[first]!, known);
    }
    return known;
  }

  /** Returns the first statement of a fact, which answers show, and the state of the fact. Every record has one of each. */
  #known(record: number, fact: Fact, asOf: AsOf): readonly [first: number, state: EvidenceState] {
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

  /** Returns an observation. Equal values are stored once, so that their addresses are equal. */
  #observation(at: number): Observation<number> {
    const { methods, observedAt, until, values } = this.columns;
    const method = EVIDENCE_METHODS[methods[at]!]!;
    return { value: values.positions[at]!, method, observedAt: observedAt[at]!, until: until[at]! };
  }

  /** Returns the JSON of a member up to its time: one of few texts. */
  #start(shown: ShownFact<string>, at: number, state: EvidenceState): Uint8Array {
    const isAcceptance = shown.membersOf === acceptance;
    const answer = ANSWERS[this.columns.answers[at]!]!;
    const known = isAcceptance && state === 'expired' ? 'unknown' : answer;
    const code = acceptanceCode(known, ACCEPTANCE_CODES[this.columns.codes[at]!]);
    const ofFact = STARTS.get(shown) ?? [];
    STARTS.set(shown, ofFact);
    const number =
      (CODES.indexOf(code) * ANSWERS.length + ANSWERS.indexOf(known)) * EVIDENCE_STATES.length +
      EVIDENCE_STATES.indexOf(state);
    return (ofFact[number] ??= utf8(`"${shown.name}":{${jsonMembers(shown.membersOf(known, state, code))},`));
  }
}

const OPEN = utf8('{');
const CLOSE = utf8('}');
const CODES: readonly KnownAcceptance['code'][] = [...ACCEPTANCE_CODES, 'unknown'];
const STARTS = new Map<ShownFact<string>, Uint8Array[]>();
