import { hash } from 'node:crypto';
import Fastify from 'fastify';
import { Pool } from 'pg';
import { type DoctorFilter, filterOf } from '../requests/doctor-filter.js';
import type { Parameters } from '../../queries/random-query.js';

// Runs one tuned statement per request, prepared once for each combination of filters, over items stored as they are
// sent. It has no keys, limits or validation.
// node sql-server.js, with DATABASE_URL and PORT

const PAGE = 25;
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const server = Fastify();

server.get<{ Querystring: Parameters }>('/doctors', async (request, reply) => {
  const { text, name, values } = statement(filterOf(request.query));
  const { rows } = await pool.query<{ total: number; items: string[] }>({ text, name, values });
  const { total, items } = rows[0]!;
  return reply
    .type('application/json; charset=utf-8')
    .send(`{"doctors":[${items.join(',')}],"total":${total}}`);
});

/** Builds the statement for the exact total and the first page. */
function statement(filter: DoctorFilter): { text: string; name: string; values: unknown[] } {
  const values: unknown[] = [];
  const conditions = conditionsOf(filter, (value) => `$${values.push(value)}`);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const text = `select (select count(*)::integer from doctors ${where}) as total,
    array(select item from (select id from doctors ${where} order by id limit ${PAGE}) page
      join doctor_items using (id) order by id) as items`;
  // A name has at most 63 characters.
  return { text, name: hash('sha1', text), values };
}

function conditionsOf(filter: DoctorFilter, bind: (value: unknown) => string): string[] {
  const { specialties, languages, gender, minYears, maxYears, flags } = filter;
  const conditions: string[] = flags.map((flag) => COLUMNS[flag]);
  if (specialties) conditions.push(`specialties && ${bind(specialties)}::text[]`);
  if (languages) conditions.push(`languages && ${bind(languages)}::text[]`);
  if (gender !== undefined) conditions.push(`gender = ${bind(gender)}`);
  if (minYears !== undefined) conditions.push(`years >= ${bind(minYears)}`);
  if (maxYears !== undefined) conditions.push(`years <= ${bind(maxYears)}`);
  return conditions;
}

const COLUMNS = {
  accepting: 'accepting',
  evening: 'evening',
  weekend: 'weekend',
  wheelchair: 'wheelchair',
  virtualVisits: 'virtual_visits',
  nearTTC: 'near_subway',
} as const;

await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.send?.('ready');
process.once('disconnect', () => process.exit());
