import { loadDataset } from '@care-atlas/data/directory';
import { FULL_SIZES } from '@care-atlas/domain/access';
import { Directory } from '@care-atlas/domain/directory';
import { ReadModelBuilder } from '@care-atlas/domain/read-model';
import { createTestDatabase } from '@care-atlas/local-postgres/test-database';
import { Client } from 'pg';
import { seeded } from '../../src/queries/random-query.js';
import { loadSample } from '../../src/sample/load-sample.js';
import { clinicOracle, doctorOracle } from './sql-oracle.js';

const NOW = new Date('2026-11-20T11:30:00Z');
const TODAY = '2026-11-20';
const WHOLE = { ...FULL_SIZES, pageDefault: 1_000_000, pageMaximum: 1_000_000 };
const FORGIVING = { match: 'forgiving' } as const;
const RANKS = ['exact', 'prefix', 'contains', 'spelling'];
const ALPHABET = Array.from('abcdefghijklmnopqrstuvwxyz');

/** The words of names, as the interface describes them: without titles and apostrophes, hyphens optional. */
const NAME_WORDS = `create temp table name_word as
  with token as (
    select d.registration_number as id, translate(t, '''’', '') as token
    from doctor d, unnest(string_to_array(d.search_name, ' ')) t where d.expired_at is null),
  joined as (select *, regexp_replace(token, '[^[:alnum:]]+', '', 'g') as whole from token)
  select distinct id, word
  from joined, lateral (select whole union select regexp_split_to_table(token, '[^[:alnum:]]+')) w(word)
  where word <> '' and whole not in ('dr', 'dre', 'doctor', 'docteur', 'docteure', 'md')`;

const SWAPPED = `create function pg_temp.swapped(term text, i int) returns text immutable language sql as
  $$ select substr(term, 1, i - 1) || substr(term, i + 1, 1) || substr(term, i, 1) || substr(term, i + 2) $$`;

/** The doctors whose names match each term by a rank of RANKS, with PostgreSQL's edit distance, which has no swaps. */
const ALIKE = `
  with term as (
    select term, n, case when length(term) >= 8 then 2 when length(term) >= 4 then 1 else 0 end as most
    from unnest($1::text[]) with ordinality u(term, n)),
  judged as materialized (
    select w.word, t.n, case
      when w.word = t.term then 0
      when starts_with(w.word, t.term) then 1
      when position(t.term in w.word) > 0 then 2
      when t.most > 0 and abs(length(w.word) - length(t.term)) <= t.most and (
        levenshtein(t.term, w.word) <= t.most
        or exists (select from generate_series(1, length(t.term) - 1) i
          where levenshtein(pg_temp.swapped(t.term, i), w.word) <= t.most - 1
          or (t.most = 2 and exists (select from generate_series(i + 2, length(t.term) - 1) j
            where pg_temp.swapped(pg_temp.swapped(t.term, i), j) = w.word)))) then 3 end as rank
    from (select distinct word from name_word) w, term t),
  best as (
    select w.id, j.n, min(j.rank) as rank from name_word w join judged j using (word)
    where j.rank is not null group by w.id, j.n)
  select d.registration_number as id, max(b.rank) as rank from best b join doctor d on d.registration_number = b.id
  group by d.registration_number, d.search_name having count(*) = cardinality($1::text[])
  order by 2, d.search_name collate "C", d.registration_number collate "C"`;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: Client;
let directory: Directory;
let words: string[];
let clinicNames: string[];
const random = seeded(20_261_122);

beforeAll(async () => {
  database = await createTestDatabase();
  await loadSample(database.url, 1_500, NOW);
  client = new Client(database.url);
  await client.connect();
  await client.query('create extension if not exists fuzzystrmatch');
  await client.query(NAME_WORDS);
  await client.query(SWAPPED);
  words = (await rowsOf<{ word: string }>('select word from name_word order by id, word')).map(
    ({ word }) => word,
  );
  clinicNames = (await rowsOf<{ name: string }>('select search_name as name from clinic order by id')).map(
    ({ name }) => name,
  );
  const model = (await loadDataset(database.url, (about) => new ReadModelBuilder(about))).build();
  directory = new Directory(
    () => model,
    () => NOW,
  );
}, 120_000);

afterAll(async () => {
  await client?.end();
  await database?.drop();
});

async function rowsOf<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>(sql, [...values])).rows;
}

/** Returns a word with a letter deleted, added, replaced or swapped with the next. */
function misspelled(word: string): string {
  const at = random.below(word.length);
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
  const other = random.pick(ALPHABET);
  const swapped = before + (after[0] ?? '') + letter + after.slice(1);
  return random.pick([before + after, before + other + letter + after, before + other + after, swapped]);
}

function aTerm(): string {
  const word = random.pick(words);
  const kind = random.unit();
  if (kind < 0.2) return word;
  if (kind < 0.4) return word.slice(0, 2 + random.below(5));
  return kind < 0.8 ? misspelled(word) : misspelled(misspelled(word));
}

it('a forgiving search finds what SQL finds with edit distances, best first', async () => {
  const ranks = new Set<number>();
  let found = 0;
  for (let i = 0; i < 150; i++) {
    const terms = Array.from({ length: random.chance(0.7) ? 1 : 2 }, aTerm).filter((term) => term.length > 1);
    if (terms.length === 0) continue;
    const expected = await rowsOf<{ id: string; rank: number }>(ALIKE, [terms]);
    const { matches } = directory.searchDoctors({ q: terms.join(' '), ...FORGIVING }, WHOLE).value;
    const spelled = matches!.filter(({ how }) => how !== 'sound');
    expect({ terms, found: spelled.map(({ cpsoNumber, how }) => [cpsoNumber, how]) }).toEqual({
      terms,
      found: expected.map(({ id, rank }) => [id, RANKS[rank]]),
    });
    // Sounds come last: PostgreSQL has no codes of this length to compare them with.
    expect(matches!.slice(0, spelled.length)).toEqual(spelled);
    for (const { rank } of expected) ranks.add(rank);
    if (expected.length > 0) found++;
  }
  expect([...ranks].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
  expect(found).toBeGreaterThan(75);
}, 120_000);

it('q finds the clinics that SQL finds, also with filters', async () => {
  let found = 0;
  for (let i = 0; i < 200; i++) {
    const name = random.pick(clinicNames);
    const from = random.below(name.length - 3);
    const q = name.slice(from, from + 2 + random.below(10)).trim();
    if (q.length < 2) continue;
    const accepting = random.chance(0.3);
    const { sql, values } = clinicOracle({ q, ...(accepting && { accepting: 'true' }) }, TODAY);
    const ids = (await rowsOf<{ id: string }>(sql, values)).map(({ id }) => id);
    const { clinics } = directory.listClinics({ q, accepting }, WHOLE).value;
    expect({ q, ids: clinics.map(({ id }) => id) }).toEqual({ q, ids });
    if (ids.length > 0 && ids.length < clinicNames.length / 2) found++;
  }
  expect(found).toBeGreaterThan(100);
}, 60_000);

it.each([
  [{ languages: ['Farsi'] }, { languages: 'Persian' }],
  [{ languages: ['Filipino', 'pa'] }, { languages: 'Tagalog,Punjabi' }],
  [{ specialties: ['GP', 'skin doctor'] }, { specialties: 'Family Medicine,Dermatology' }],
  [
    { language: ['Chinese'], specialties: ['kids doctor'] },
    { languages: 'Cantonese,Mandarin,Hakka', specialties: 'Pediatrics' },
  ],
])('other names %j find what SQL finds with %j', async (query, parameters) => {
  const { sql, values } = doctorOracle(parameters, TODAY);
  const ids = (await rowsOf<{ id: string }>(sql, values)).map(({ id }) => id);
  const { doctors } = directory.listDoctors(query, WHOLE).value;
  expect(doctors.map(({ cpsoNumber }) => cpsoNumber)).toEqual(ids);
  expect(ids.length).toBeGreaterThan(0);
});
