import type { ClientBase } from 'pg';
import type { SourceEntity } from '../../entities/source.entity.js';
import type { SyncContext } from './sync-context.js';

/** What an operator states about a source. What is undefined stays as it was stated before. */
export type SourceFacts = {
  readonly [Fact in Exclude<keyof SourceEntity, 'name'>]?: NonNullable<SourceEntity[Fact]> | undefined;
};

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

/** Stores what the operator states about a source. */
export async function storeFacts(
  client: ClientBase,
  name: string,
  { publisher, licence, attribution, redistributable, method, confirms }: SourceFacts,
): Promise<void> {
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
export async function isLive({ client, run }: SyncContext): Promise<boolean> {
  const { rows } = await client.query('select from source where name = $1 and confirms', [run.source]);
  return rows.length > 0;
}
