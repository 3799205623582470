import {
  ACTIVE_STATUS,
  type CorrectionKind,
  type CorrectionSubject,
  REVIEW_CORRECTIONS,
} from '@care-atlas/domain/records';
import { startOfDay, torontoDate, torontoMoment } from '@care-atlas/domain/rules';
import type { ClientBase } from 'pg';
import type { AuditEntry } from '../../administration/audit-event.js';
import type { CorrectionEntity } from '../../entities/imports/correction.entity.js';
import type { SyncContext } from '../run/sync-context.js';
import { touch } from '../records/touched-records.js';
import { StatementQueue } from '../staging/copy-target.js';
import { Vocabulary } from '../staging/vocabulary.js';
import type { Values as Fields } from '../apply/record-store.js';
import { ActiveCorrections } from './active-corrections.js';

/** A correction to make. */
export interface CorrectionInput extends Pick<
  CorrectionEntity,
  'kind' | 'record' | 'key' | 'given' | 'why' | 'until'
> {
  /** The values of a record by property; of a merge the survivor, as `into`; of `apart` the other clinic, as `from`; of `reply` the `text`. */
  readonly fields: Fields;
  readonly by: string;
}

/** The event that a run records in the audit. */
export type CorrectionEvent = Required<Pick<AuditEntry, 'actor' | 'action' | 'subject' | 'details'>>;

const ACTIONS = {
  correct: 'record-corrected',
  hide: 'record-hidden',
  pin: 'record-pinned',
  merge: 'clinics-merged',
  apart: 'clinics-kept-apart',
  reply: 'review-replied',
} as const;

/**
 * Adds a correction, which the run applies at its end.
 * @throws when the directory does not have the record, or the correction could have no effect
 */
export async function makeCorrection(
  { client, now }: SyncContext,
  correction: CorrectionInput,
): Promise<CorrectionEvent> {
  const { kind, record, key, given, why, until, by } = correction;
  requireKind(kind, record);
  await requireRecord(client, record, key);
  const active = await ActiveCorrections.load(client);
  if (kind === 'hide' || kind === 'pin') requireFirst(active, correction);
  if (kind === 'pin' && record === 'doctor') await requireActive(client, key);
  if (kind === 'merge' || kind === 'apart') await requireUndecided(client, active, correction);
  const fields = await storedWords(client, correction.fields);
  const { rows } = await client.query<{ id: number }>(
    `insert into correction (kind, record, key, given, fields, why, made_by, made_at, until)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [kind, record, key, given, fields, why, by, now, until],
  );
  const details = { correction: rows[0]!.id, ...given, why, until };
  return { actor: by, action: ACTIONS[kind], subject: `${record} ${key}`, details };
}

/**
 * Ends a correction.
 * @throws when there is none, or it has ended
 */
export async function withdrawCorrection(
  { client, now }: SyncContext,
  id: number,
  by: string,
  why: string,
): Promise<Pick<CorrectionEntity, 'record' | 'key'> & { readonly event: CorrectionEvent }> {
  const { rows } = await client.query<Pick<CorrectionEntity, 'kind' | 'record' | 'key' | 'endedAt'>>(
    'select kind, record, key, ended_at as "endedAt" from correction where id = $1',
    [id],
  );
  const [correction] = rows;
  if (!correction) throw new Error(`There is no correction ${id}: \`corrections\` lists them.`);
  const { kind, record, key, endedAt } = correction;
  if (endedAt) throw new Error(`Correction ${id} ended on ${torontoDate(endedAt)}.`);
  await client.query('update correction set ended_at = $2, ended_by = $3, ended_why = $4 where id = $1', [
    id,
    now,
    by,
    why,
  ]);
  const details = { correction: id, kind, why };
  const event = { actor: by, action: 'correction-withdrawn', subject: `${record} ${key}`, details } as const;
  return { record, key, event };
}

/** Ends the corrections whose last day in Toronto has passed, and touches their records. */
export async function endDueCorrections({ client, now }: SyncContext): Promise<void> {
  const today = startOfDay(torontoMoment(now).date);
  const { rows } = await client.query<Pick<CorrectionEntity, 'record' | 'key'>>(
    'update correction set ended_at = $1 where ended_at is null and until < $2 returning record, key',
    [now, today],
  );
  for (const { record, key } of rows) await touch(client, record, [key]);
}

const NOUNS = { doctor: 'registration number', clinic: 'id', review: 'id' } as const;
const RECORDS = {
  doctor: 'doctor where registration_number = $1',
  clinic: 'clinic where id = $1',
  // Also one that is hidden, or waits for its doctor or clinic.
  review: `source_record where kind = 'review' and key = $1`,
} as const;

function requireKind(kind: CorrectionKind, record: CorrectionSubject): void {
  const ofReviews: readonly CorrectionKind[] = REVIEW_CORRECTIONS;
  if (record === 'review' && !ofReviews.includes(kind))
    throw new Error(`A review cannot have the correction ${kind}, only ${ofReviews.join(' or ')}.`);
  if (record !== 'review' && kind === 'reply')
    throw new Error(`Only a review can have a reply, no ${record}.`);
}

async function requireRecord(client: ClientBase, record: CorrectionSubject, key: string): Promise<void> {
  const { rowCount } = await client.query(`select from ${RECORDS[record]} limit 1`, [key]);
  if (rowCount === 0) throw new Error(`The directory has no ${record} with the ${NOUNS[record]} ${key}.`);
}

/** @throws when another correction does the same: the withdrawal of one would change nothing */
function requireFirst(active: ActiveCorrections, { kind, record, key }: CorrectionInput): void {
  const known = active.of(record, [key]).find((other) => other.kind === kind);
  if (known) throw new Error(`Correction ${known.id} ${kind}s ${record} ${key} already: withdraw it first.`);
}

async function requireActive(client: ClientBase, key: string): Promise<void> {
  const { rows } = await client.query<{ status: string }>(
    'select registration_status as status from doctor where registration_number = $1',
    [key],
  );
  const { status } = rows[0]!;
  if (!['', ACTIVE_STATUS].includes(status.toLowerCase()))
    throw new Error(
      `The register says "${status}" of doctor ${key}: a pin keeps only records that a complete file lacks.`,
    );
}

/** @throws unless the other clinic exists, and nobody has decided about the two; of a merge, about any that it follows from */
async function requireUndecided(
  client: ClientBase,
  active: ActiveCorrections,
  { kind, key, fields }: CorrectionInput,
): Promise<void> {
  const other = String(fields['into'] ?? fields['from']);
  await requireRecord(client, 'clinic', other);
  if (key === other) throw new Error(`Give two clinics: ${key} is one.`);
  const ofKind = (name: CorrectionKind) => active.all.filter((correction) => correction.kind === name);
  const isPair = (a: string, b: unknown) => (a === key && b === other) || (a === other && b === key);
  const apart = ofKind('apart').find((known) => isPair(known.key, known.fields['from']));
  if (apart)
    throw new Error(
      `Correction ${apart.id} says that clinics ${key} and ${other} are not the same: withdraw it first.`,
    );
  const merged = ofKind('merge').find((known) => isPair(known.key, known.fields['into']));
  if (kind === 'apart' && merged)
    throw new Error(`Clinics ${key} and ${other} are merged: withdraw correction ${merged.id} first.`);
  if (kind === 'apart') return;
  const merges = new Map(
    ofKind('merge').map((merge) => [merge.key, { ...merge, into: String(merge.fields['into']) }]),
  );
  const known = merges.get(key);
  if (known)
    throw new Error(`Clinic ${key} is merged into ${known.into}: withdraw correction ${known.id} first.`);
  for (let merge = merges.get(other); merge; merge = merges.get(merge.into))
    if (merge.into === key)
      throw new Error(`Clinic ${other} is merged into ${key}: withdraw correction ${merge.id} first.`);
}

/** Adds the words of a doctor that the database does not have, and returns them as it spells them. */
async function storedWords(client: ClientBase, fields: Fields): Promise<Fields> {
  const stored: Record<string, unknown> = { ...fields };
  for (const [list, table] of [
    ['specialties', 'specialty'],
    ['languages', 'language'],
  ] as const) {
    if (!(list in fields)) continue;
    const vocabulary = new Vocabulary(table);
    const words = fields[list] as readonly string[];
    await vocabulary.learn(new StatementQueue(client), words);
    stored[list] = vocabulary.namesOf(words);
  }
  return stored;
}
