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
  context: SyncContext,
  correction: CorrectionInput,
): Promise<CorrectionEvent> {
  const { client, now } = context;
  const { kind, record, key, given, why, until, by } = correction;
  requireKind(kind, record);
  await requireRecord(client, record, key);
  if (kind === 'hide' || kind === 'pin') await requireFirst(client, kind, record, key);
  if (kind === 'pin' && record === 'doctor') await requireActive(client, key);
  if (kind === 'merge') await requireMergeable(context, key, String(correction.fields['into']));
  if (kind === 'apart') await requireUndecided(context, key, String(correction.fields['from']));
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
async function requireFirst(
  client: ClientBase,
  kind: 'hide' | 'pin',
  record: CorrectionSubject,
  key: string,
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    'select id from correction where kind = $1 and record = $2 and key = $3 and ended_at is null',
    [kind, record, key],
  );
  if (rows[0])
    throw new Error(`Correction ${rows[0].id} ${kind}s ${record} ${key} already: withdraw it first.`);
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

/** @throws unless the survivor exists, neither is merged into the other yet, and nobody has said that they differ */
async function requireMergeable(context: SyncContext, key: string, into: string): Promise<void> {
  const { client } = context;
  await requireRecord(client, 'clinic', into);
  if (key === into) throw new Error(`Give two clinics: ${key} is one.`);
  await requireNotApart(context, key, into);
  const { rows } = await client.query<{ id: number; key: string; into: string }>(
    `select id, key, fields ->> 'into' as into from correction where kind = 'merge' and ended_at is null`,
  );
  const merges = new Map(rows.map((row) => [row.key, row]));
  const known = merges.get(key);
  if (known)
    throw new Error(`Clinic ${key} is merged into ${known.into}: withdraw correction ${known.id} first.`);
  for (let merge = merges.get(into); merge; merge = merges.get(merge.into))
    if (merge.into === key)
      throw new Error(`Clinic ${into} is merged into ${key}: withdraw correction ${merge.id} first.`);
}

/** @throws unless the other clinic exists, and nobody has decided about the two */
async function requireUndecided(context: SyncContext, key: string, from: string): Promise<void> {
  await requireRecord(context.client, 'clinic', from);
  if (key === from) throw new Error(`Give two clinics: ${key} is one.`);
  await requireNotApart(context, key, from);
  const { rows } = await context.client.query<{ id: number }>(
    `select id from correction where kind = 'merge' and ended_at is null
      and (key, fields ->> 'into') in (($1, $2), ($2, $1))`,
    [key, from],
  );
  if (rows[0])
    throw new Error(`Clinics ${key} and ${from} are merged: withdraw correction ${rows[0].id} first.`);
}

async function requireNotApart({ client }: SyncContext, a: string, b: string): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `select id from correction where kind = 'apart' and ended_at is null
      and (key, fields ->> 'from') in (($1, $2), ($2, $1))`,
    [a, b],
  );
  if (rows[0])
    throw new Error(
      `Correction ${rows[0].id} says that clinics ${a} and ${b} are not the same: withdraw it first.`,
    );
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
