import {
  CORRECTIONS,
  type Decision,
  runSync,
  type SyncOptions,
  type SyncResult,
} from '@care-atlas/data/sync';
import type { SyncWriter } from '@care-atlas/data/sync';
import { endOfDay } from '@care-atlas/domain/rules';
import { UUID } from '../sources/subject.js';
import { READABLE_NUMBER } from '../values/registration-number.js';
import { type Correctable, correctedValues } from './corrected-values.js';

interface DecisionOptions extends Pick<SyncOptions, 'signal' | 'beforeCommit'> {
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
  const { databaseUrl, now, by, actor = by, signal, beforeCommit } = options;
  const work = workOf(decision, by, now);
  return runSync(databaseUrl, { source: CORRECTIONS }, now, work, {
    actor,
    ...(signal && { signal }),
    ...(beforeCommit && { beforeCommit }),
  });
}

function workOf(decision: Decision, by: string, now: Date): (writer: SyncWriter) => Promise<void> {
  if ('withdraws' in decision) return (writer) => writer.withdraw(decision.withdraws, by, decision.why);
  const { kind, record, why } = decision;
  const until = decision.until === null ? null : endOfDay(decision.until);
  if (until && until <= now)
    throw new Error('The end is in the past: give the time at which the correction ends.');
  const key = keyOf(record, decision.key);
  const given = kind === 'merge' || kind === 'apart' ? clinicKeys(decision.given) : decision.given;
  const fields = kind === 'correct' ? correctedValues(record, given, now) : given;
  return (writer) => writer.correct({ kind, record, key, given, fields, why, by, until });
}

/**
 * Returns the key of a record in one spelling.
 * @throws an Error when it is none of the kind of record
 */
export function keyOf(record: Correctable, id: string): string {
  if (record === 'clinic' && UUID.test(id)) return id.toLowerCase();
  const number = record === 'doctor' ? READABLE_NUMBER.exec(id)?.[1] : undefined;
  if (number) return number;
  const accepted =
    record === 'clinic' ? 'the id of a clinic, a UUID' : 'a registration number, 1 to 12 digits';
  throw new Error(`${JSON.stringify(id)} is not ${accepted}.`);
}

function clinicKeys(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(given).map(([role, id]) => [role, keyOf('clinic', id)]));
}
