import type { ClientBase } from 'pg';

/** The channel on which PostgreSQL notifies listeners of a new version, with the version as payload. */
export const VERSION_CHANNEL = 'dataset_version';

const TAG_CHARACTERS = 8;

// A doctor is listed unless expired. Days are UTC, as in the rule of freshness. Most doctors have one of few times.
const RECORD_STATISTICS = `insert into dataset_statistics (version, doctors, clinics, confirmations)
  select $1, coalesce(sum(doctors), 0), (select count(*) from clinic where closed_at is null),
    coalesce(jsonb_object_agg(coalesce(day::text, 'never'), doctors), '{}')
  from (
    select (confirmed_at at time zone 'UTC')::date as day, sum(doctors)::bigint as doctors
    from (select confirmed_at, count(*) as doctors from doctor where expired_at is null group by 1) times
    group by 1
  ) days`;

/** A version as it is stored. */
export interface VersionRow {
  /** A bigint: the driver hands it over as text. The highest number is the newest version. */
  readonly number: string;
  /** Random: it tells the versions of a rebuilt database from those of the one before. */
  readonly tag: string;
}

export const NEWEST_VERSION = 'select number, tag from dataset_version order by number desc limit 1';

/** Returns the public text of a version. It is unique even across rebuilt databases, whose numbers restart at 1. */
export function versionText(number: string, tag: string): string {
  return `${number}-${tag.slice(0, TAG_CHARACTERS)}`;
}

/** Returns the newest version that the connection's transaction can see. */
export async function newestVersion(client: ClientBase): Promise<string> {
  const { rows } = await client.query<VersionRow>(NEWEST_VERSION);
  const [newest] = rows;
  if (!newest) throw new Error('The table dataset_version is empty, although the migration fills it.');
  return versionText(newest.number, newest.tag);
}

/**
 * Creates a new version in the connection's transaction. Listeners are notified when it commits.
 * @param runId the run that changed the directory; null when only its measured accuracy is new
 * @param lastChange the number of the last change; null begins the feed of changes again
 */
export async function publishVersion(
  client: ClientBase,
  runId: string | null,
  createdAt: Date,
  lastChange: number | null,
): Promise<{ readonly number: string; readonly version: string }> {
  const { rows } = await client.query<VersionRow>(
    'insert into dataset_version (run_id, created_at, last_change) values ($1, $2, $3) returning number, tag',
    [runId, createdAt, lastChange],
  );
  const { number, tag } = rows[0]!;
  const version = versionText(number, tag);
  await client.query(RECORD_STATISTICS, [number]);
  await client.query('select pg_notify($1, $2)', [VERSION_CHANNEL, version]);
  return { number, version };
}
