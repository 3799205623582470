import type { ClientBase } from 'pg';
import type { SourceRecordKind } from '../../entities/imports/source-record.entity.js';

/** Returns the times of the extracts with records of a kind by source. */
export async function extractTimes(
  client: ClientBase,
  kind: SourceRecordKind,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await client.query<{ source: string; times: readonly Date[] }>(
    `select source, array_agg(at order by at) as times from source_extract where kind = $1 group by source`,
    [kind],
  );
  return new Map(rows.map(({ source, times }) => [source, times.map((time) => time.getTime())]));
}
