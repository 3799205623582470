import {
  CORRECTIONS,
  type CorrectionRequest,
  type Decision,
  runSync,
  type SyncOptions,
  type SyncResult,
} from '@care-atlas/data/sync';
import type { SyncWriter } from '@care-atlas/data/sync';
import type { CorrectionSubject } from '@care-atlas/domain/records';
import { endOfDay } from '@care-atlas/domain/rules';
import { Columns } from '../rows/columns.js';
import { InputRow } from '../rows/input-row.js';
import { UnusableInput } from '../rows/unusable-input.js';
import { UUID } from '../sources/subject.js';
import { READABLE_NUMBER } from '../values/registration-number.js';
import { correctedValues } from './corrected-values.js';

interface DecisionOptions extends Pick<SyncOptions, 'signal' | 'beforeCommit' | 'onProgress'> {
  readonly databaseUrl: string;
  /** When it is carried out. */
  readonly now: Date;
  /** Who decided. */
  readonly by: string;
  /** Who carries it out, for the audit (default: who decided). */
  readonly actor?: string;
}

/**
 * Carries out a decision about records, as a run.
 * @throws UnusableInput when an import would not accept a value, and an Error when the decision could have no effect
 */
export function runDecision(decision: Decision, options: DecisionOptions): Promise<SyncResult> {
  const { databaseUrl, now, by, actor = by, ...settings } = options;
  const work = workOf(decision, by, now);
  return runSync(databaseUrl, { source: CORRECTIONS }, now, work, { actor, ...settings });
}

function workOf(decision: Decision, by: string, now: Date): (writer: SyncWriter) => Promise<void> {
  if ('withdraws' in decision) return (writer) => writer.withdraw(decision.withdraws, by, decision.why);
  const { kind, record, why } = decision;
  const until = decision.until === null ? null : endOfDay(decision.until);
  if (until && until <= now)
    throw new Error('The end is in the past: give the time at which the correction ends.');
  const key = keyOf(record, decision.key);
  const given = givenValues(decision);
  const fields = kind === 'correct' && record !== 'review' ? correctedValues(record, given, now) : given;
  return (writer) => writer.correct({ kind, record, key, given, fields, why, by, until });
}

/**
 * Returns the key of a record in one spelling.
 * @throws an Error when it is none of the kind of record
 */
export function keyOf(record: CorrectionSubject, id: string): string {
  if (record !== 'doctor' && UUID.test(id)) return id.toLowerCase();
  const number = record === 'doctor' ? READABLE_NUMBER.exec(id)?.[1] : undefined;
  if (number) return number;
  const accepted =
    record === 'doctor' ? 'a registration number, 1 to 12 digits' : `the id of a ${record}, a UUID`;
  throw new Error(`${JSON.stringify(id)} is not ${accepted}.`);
}

/** Returns what the operator gave, in one spelling. */
function givenValues({ kind, given }: CorrectionRequest): CorrectionRequest['given'] {
  if (kind === 'reply') return { text: replyText(given['text']) };
  return kind === 'merge' || kind === 'apart' ? clinicKeys(given) : given;
}

/** Returns a reply as an import would read the text of a review. @throws UnusableInput when it would not accept it */
function replyText(text = ''): string {
  const row = new InputRow(1, Columns.inOrder(['text']), [text.trim()]);
  const read = row.essential('', () => row.required('text'));
  const [fault] = row.faults;
  if (fault) throw new UnusableInput(fault.reason);
  return read;
}

function clinicKeys(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(given).map(([role, id]) => [role, keyOf('clinic', id)]));
}
