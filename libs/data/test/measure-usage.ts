/**
 * Measures what the dashboard asks about the use of 1,000 keys in 90 days, in turns: from the counts of all hours, as
 * before these were kept for 8 days only, and from the counts of days. Run it from the root of the repository:
 * node --conditions=@care-atlas/source --import ./tools/dev-register.mjs libs/data/test/measure-usage.ts
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import { openDatabase } from '../src/connection/database.js';
import { migrate } from '../src/connection/migrate.js';
import { KeyUsageRepository } from '../src/keys/key-usage.repository.js';

const ROUNDS = 7;
const FROM = new Date('2026-08-25T00:00:00Z');
const UNTIL = new Date('2026-11-23T00:00:00Z');
const SPAN = `usage.hour >= '${FROM.toISOString()}' and usage.hour < '${UNTIL.toISOString()}'`;
const SUM = 'sum(usage.requests)::float8 as requests';
/** The statements before the counts of days. */
const OF_HOURS = [
  `select ${SUM}, usage.hour, coalesce(key.kind, 'nobody') as kind from key_usage usage
  left join api_key key on key.id = usage.key_id where ${SPAN} group by 2, 3 order by 2, 3`,
  `select ${SUM}, hour, status from key_usage usage where ${SPAN} and status >= 400 group by 2, 3 order by 2, 3`,
  `select ${SUM}, operation, status from key_usage usage where ${SPAN} group by 2, 3 order by 2, 3`,
  `select ${SUM}, key.id, sum(usage.requests) filter (where usage.status >= 400) from key_usage usage
  join api_key key on key.id = usage.key_id where ${SPAN} group by key.id order by 1 desc, key.id limit 10`,
];

const directory = await mkdtemp(join(tmpdir(), 'care-atlas-usage-'));
const postgres = await startLocalPostgres({ directory, durable: false });
const url = postgres.url('postgres');
await migrate(url);
const database = await openDatabase(url, { queryTimeout: 0, statementTimeout: 0 });
const usage = new KeyUsageRepository(database);
await database.query(
  `insert into api_key (hash, kind, tier, prefix, label)
  select sha256(n::text::bytea), 'live', 'live', 'care_live_' || n, 'key ' || n from generate_series(1, 1000) n`,
);
// Every key is used in every hour, for two operations.
await database.query(
  `insert into key_usage select hour, id, operation, 200, 10
  from generate_series('${FROM.toISOString()}'::timestamptz, '${UNTIL.toISOString()}'::timestamptz - interval '1 hour', '1 hour') hour,
    api_key, unnest('{listDoctors,getDoctor}'::text[]) operation`,
);
await database.query(
  `insert into key_usage_day select date_trunc('day', hour, 'UTC'), key_id, operation, status, sum(requests)
  from key_usage group by 1, 2, 3, 4`,
);
await database.query('vacuum analyze key_usage, key_usage_day, api_key');

const span = { from: FROM, until: UNTIL };
const before: number[] = [];
const after: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  before.push(await measured(() => Promise.all(OF_HOURS.map((statement) => database.query(statement)))));
  after.push(
    await measured(() =>
      Promise.all([
        usage.requestsByHour(span),
        usage.requestsByOperationAndStatus(span),
        usage.topKeys(span, 10),
      ]),
    ),
  );
}
console.log(`from the counts of hours: ${text(before)}`);
console.log(`from the counts of days:  ${text(after)}`);
await database.close();
await postgres.stop();
await rm(directory, { recursive: true, force: true });

async function measured(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function text(milliseconds: readonly number[]): string {
  const ordered = milliseconds.toSorted((a, b) => a - b).map(Math.round);
  return `${ordered[Math.floor(ordered.length / 2)]} ms (${ordered[0]} to ${ordered.at(-1)})`;
}
