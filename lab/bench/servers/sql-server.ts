import { hash } from 'node:crypto';
import Fastify from 'fastify';
import { Pool } from 'pg';
import type { DoctorFilter } from '../requests/doctor-filter.js';

// Runs one tuned statement per request, prepared once for each combination of filters, over items stored as they are
// sent. It has no keys, limits or validation.
// node sql-server.js, with DATABASE_URL and PORT

const PAGE = 25;
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const server = Fastify();

server.get<{ Querystring: { filter: string } }>('/doctors', async ({ query }, reply) => {
  const { text, name, values } = statement(JSON.parse(query.filter) as DoctorFilter);
  const { rows } = await pool.query<{ total: number; items: string[] }>({ text, name, values });
  const { total, items } = rows[0]!;
  return reply
    .type('application/json; charset=utf-8')
    .send(`{"doctors":[${items.join(',')}],"total":${total}}`);
});

/** Builds the statement for the exact total and the first page. */
function statement({ specialties, languages, gender, minYears, maxYears, flags }: DoctorFilter) {
  const columns: Partial<Record<string, string>> = {
    virtualVisits: 'virtual_visits',
    nearTTC: 'near_subway',
  };
  const conditions: string[] = flags.map((flag) => columns[flag] ?? flag);
  const values: unknown[] = [];
  const add = (condition: string, value: unknown) => {
    if (value !== undefined) conditions.push(condition.replace('?', `$${values.push(value)}`));
  };
  add('specialties && ?::text[]', specialties);
  add('languages && ?::text[]', languages);
  add('gender = ?', gender);
  add('years >= ?', minYears);
  add('years <= ?', maxYears);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const text = `select (select count(*)::integer from doctors ${where}) as total,
    array(select item from (select id from doctors ${where} order by id limit ${PAGE}) page
      join doctor_items using (id) order by id) as items`;
  // A name has at most 63 characters.
  return { text, name: hash('sha1', text), values };
}

await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.send?.('ready');
process.once('disconnect', () => process.exit());
