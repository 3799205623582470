import { randomBytes } from 'node:crypto';
import { type Database } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import { KEY_KINDS, makeKey } from '@care-atlas/domain/access';
import type { KeyReplacement } from '../src/keys.controller.js';
import { type Asking, TestApi } from './test-api.js';

/** The text of every row of every table. */
async function dump({ pool }: Database): Promise<string> {
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts = [];
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`);
    texts.push(name, ...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

it('no key stands in the database, in the log or in a refusal, however it was used', async () => {
  const api = await TestApi.start({ env: { RATE_LIMIT_SANDBOX: '2', RATE_LIMIT_FAILURES: '2' } });
  try {
    const secret = `chosen-${randomBytes(12).toString('hex')}`;
    const consumerKey = `consumer-${randomBytes(12).toString('hex')}`;
    const unknown = makeKey('live', randomBytes);
    await api.onDatabase((database) => new KeyRepository(database).register('gateway', secret));
    const used = [...Object.values(api.keys), unknown, secret, consumerKey];
    const refusals: string[] = [];
    const ask = async (path: string, asking: Asking) => {
      const answer = await api.ask(path, asking);
      if (answer.status >= 400) refusals.push(answer.body, JSON.stringify(answer.headers));
      return answer;
    };
    for (const key of [...KEY_KINDS.map((kind) => api.keys[kind]), unknown, `${unknown}x`, secret]) {
      for (const path of ['/doctors', '/doctors/1', '/doctors?limit=x', `/doctors?q=${key}`, `/${key}`]) {
        await ask(path, { key });
        await ask(path, { key, method: 'PUT', payload: `{"key":"${key}"`, headers: JSON_TYPE });
      }
    }
    const headers = { 'x-gateway-proxy-secret': secret, 'x-gateway-key': consumerKey, 'x-gateway-user': 'a' };
    for (const path of ['/doctors', '/doctors/1']) await ask(path, { key: null, headers });
    const rotated = await ask('/keys/rotate', { method: 'POST' });
    used.push(rotated.json<KeyReplacement>().key);
    await ask('/keys/rotate', { method: 'POST' });
    // What fails on our side is logged at length.
    await api.onDatabase(({ pool }) => pool.query('alter table api_key rename column label to caption'));
    await ask('/keys/rotate', { key: used.at(-1)!, method: 'POST' });
    await api.counted();

    expect(api.log.length).toBeGreaterThan(0);
    expect(refusals.length).toBeGreaterThan(20);
    const database = await api.onDatabase(dump);
    expect(database).toContain('care_live_');
    for (const text of [database, api.log.join('\n'), refusals.join('\n')]) {
      for (const key of used) expect(text).not.toContain(key);
    }
  } finally {
    await api.stop();
  }
});

const JSON_TYPE = { 'content-type': 'application/json' };
