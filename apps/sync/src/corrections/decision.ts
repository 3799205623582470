import {
  type CorrectionInput,
  type CorrectionRequest,
  type Decision,
  runSync,
  type SyncOptions,
  type SyncResult,
} from '@care-atlas/data/sync';
import type { SyncWriter } from '@care-atlas/data/sync';
import { CORRECTIONS, type CorrectionSubject } from '@care-atlas/domain/records';
import { endOfDay } from '@care-atlas/domain/rules';
import { Columns } from '../rows/columns.js';
import { identityNumberIn, maskText } from '../rows/identity-number.js';
import { InputRow } from '../rows/input-row.js';
import { UUID } from '../sources/subject.js';
import { READABLE_NUMBER } from '../values/registration-number.js';
import { correctedValues } from './corrected-values.js';
import { RefusedDecision } from './refused-decision.js';

export { RefusedDecision };

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
 * @throws RefusedDecision when a part is not accepted, and an Error when the decision could have no effect
 */
export function runDecision(decision: Decision, options: DecisionOptions): Promise<SyncResult> {
  const { databaseUrl, now, by, actor = by, ...settings } = options;
  const work = workOf(decision, by, now);
  return runSync(databaseUrl, { source: CORRECTIONS }, now, work, { actor, ...settings });
}

function workOf(decision: Decision, by: string, now: Date): (writer: SyncWriter) => Promise<void> {
  requireReason(decision);
  if ('withdraws' in decision) return (writer) => writer.withdraw(decision.withdraws, by, decision.why);
  const correction = { ...checkedCorrection(decision, now), by };
  return (writer) => writer.correct(correction);
}

/**
 * Judges a decision as far as that can be done without the directory, which may lack the record.
 * @param now days must not be after it, and the end must be
 * @throws RefusedDecision that names each part that is not accepted
 */
export function requireAcceptable(decision: Decision, now: Date): void {
  requireReason(decision);
  if (!('withdraws' in decision)) checkedCorrection(decision, now);
}

function requireReason({ why }: Decision): void {
  const kind = identityNumberIn(why);
  if (kind)
    throw refused('why', `why is ${JSON.stringify(maskText(why))}, but must be text without a ${kind}.`);
}

/**
 * Returns a correction as it is stored, with its values as an import would read them.
 * @throws RefusedDecision that names each part that is not accepted
 */
function checkedCorrection(request: CorrectionRequest, now: Date): Omit<CorrectionInput, 'by'> {
  const { kind, record, why } = request;
  const until = request.until === null ? null : endOfDay(request.until);
  if (until && until <= now)
    throw refused('until', 'The end is in the past: give the time at which the correction ends.');
  const key = keyOf(record, request.key, 'key');
  const given = givenValues(request);
  const fields = kind === 'correct' && record !== 'review' ? correctedValues(record, given, now) : given;
  return { kind, record, key, given, fields, why, until };
}

function refused(param: string, reason: string): RefusedDecision {
  return new RefusedDecision([{ param, reason }]);
}

/** Returns the key of a record in one spelling. @throws RefusedDecision when it is none of the kind of record */
function keyOf(record: CorrectionSubject, id: string, param: string): string {
  if (record !== 'doctor' && UUID.test(id)) return id.toLowerCase();
  const number = record === 'doctor' ? READABLE_NUMBER.exec(id)?.[1] : undefined;
  if (number) return number;
  const accepted =
    record === 'doctor' ? 'a registration number, 1 to 12 digits' : `the id of a ${record}, a UUID`;
  throw refused(param, `${JSON.stringify(id)} is not ${accepted}.`);
}

/** Returns what the operator gave, in one spelling. */
function givenValues({ kind, given }: CorrectionRequest): CorrectionRequest['given'] {
  if (kind === 'reply') return { text: replyText(given['text']) };
  return kind === 'merge' || kind === 'apart' ? clinicKeys(given) : given;
}

/** Returns a reply as an import would read the text of a review. @throws RefusedDecision when it would not accept it */
function replyText(text = ''): string {
  const row = new InputRow(1, Columns.inOrder(['text']), [text.trim()]);
  const read = row.essential('', () => row.required('text'));
  const [fault] = row.faults;
  if (fault) throw refused('given.text', fault.reason);
  return read;
}

function clinicKeys(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(given).map(([role, id]) => [role, keyOf('clinic', id, `given.${role}`)]),
  );
}
