import type { ClientBase } from 'pg';
import type { EvidenceMethod } from '@care-atlas/domain/records';
import type { SyncContext } from './sync-context.js';

/** What an operator states about a source. What is undefined stays as it was stated before. */
export interface SourceFacts {
  readonly publisher?: string | undefined;
  readonly licence?: string | undefined;
  readonly attribution?: string | undefined;
  /** How it observes what its data does not say the method of. */
  readonly method?: EvidenceMethod | undefined;
  /** Whether each complete extract confirms what it says without a date: somebody keeps it current. */
  readonly confirms?: boolean | undefined;
  /** Whether the directory may serve what comes from it. */
  readonly redistributable?: boolean | undefined;
}

/** A source whose data may not be passed on is not imported, because the directory serves all that it holds. */
export class NotRedistributableError extends Error {
  override readonly name = 'NotRedistributableError';

  constructor(source: string, imports: number) {
    super(
      `The source ${source} is marked as not redistributable: it is not imported, because the directory serves ` +
        'everything that it holds.' +
        (imports > 0
          ? ` The directory still serves what ${imports} earlier imports of it wrote: restore a backup from before them.`
          : ''),
    );
  }
}

/**
 * Stores what the operator states about a source. What it says is as old as it was first said when somebody begins to
 * keep it current, and again when that ends: only complete files in between confirm.
 */
export async function storeFacts(
  client: ClientBase,
  name: string,
  { publisher, licence, attribution, redistributable, method, confirms }: SourceFacts,
): Promise<void> {
  if (confirms !== undefined && confirms !== (await isStatedLive(client, name)))
    await forgetConfirmations(client, name);
  await client.query(
    `insert into source as stored (name, publisher, licence, attribution, redistributable, method, confirms)
    values ($1, $2, $3, $4, coalesce($5::boolean, true), $6, coalesce($7::boolean, false))
    on conflict (name) do update set publisher = coalesce($2, stored.publisher),
      licence = coalesce($3, stored.licence), attribution = coalesce($4, stored.attribution),
      redistributable = coalesce($5, stored.redistributable), method = coalesce($6, stored.method),
      confirms = coalesce($7, stored.confirms)`,
    [name, publisher, licence, attribution, redistributable, method, confirms],
  );
}

/** @throws NotRedistributableError when the source is marked so, now or before */
export async function requireRedistributable(
  client: ClientBase,
  name: string,
  { redistributable }: SourceFacts,
): Promise<void> {
  const { rows } = await client.query<{ allowed: boolean; imports: number }>(
    `select coalesce($2::boolean, (select redistributable from source where name = $1), true) as allowed,
      (select count(*) from sync_run where source = $1 and status = 'succeeded')::integer as imports`,
    [name, redistributable],
  );
  const { allowed, imports } = rows[0]!;
  if (!allowed) throw new NotRedistributableError(name, imports);
}

/** Returns whether each complete extract of the run's source confirms what it says without a date. */
export function isLive({ client, run }: SyncContext): Promise<boolean> {
  return isStatedLive(client, run.source);
}

async function isStatedLive(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('select from source where name = $1 and confirms', [name]);
  return rows.length > 0;
}

/** Leaves of what a source says without a date only when it said so first. */
async function forgetConfirmations(client: ClientBase, name: string): Promise<void> {
  await client.query(
    'update source_record set confirmed_at = null where source = $1 and confirmed_at is not null',
    [name],
  );
  await client.query(
    `update evidence set observed_at = null
    where source = $1 and since is not null and observed_at is not null`,
    [name],
  );
  // A confirmation of a former answer with a date is an observation of its own.
  await client.query(
    `delete from availability_observation where id in (
      select id from (
        select id, since, accepting = lag(accepting) over (partition by clinic_id order by observed_at, id) as repeats
        from availability_observation where source = $1 and clinic_id is not null
      ) own where repeats and since is not null)`,
    [name],
  );
  await client.query(
    `update availability_observation stored set observed_at = since
    where source = $1 and since is not null and observed_at <> since and not exists (
      select from availability_observation other
      where other.clinic_id = stored.clinic_id and other.method = stored.method and other.observed_at = stored.since)`,
    [name],
  );
}
