import type { Oracle } from './sql-oracle.js';

/**
 * The words of names, as the interface describes them: without titles and apostrophes, hyphens optional. And what
 * searches share: a term with two neighboring letters swapped.
 */
export const NAME_TABLES = `
  create temp table name_word as
  with named as (
    select 'doctor' as kind, registration_number as id, search_name from doctor where expired_at is null
    union all select 'clinic', id::text, search_name from clinic where closed_at is null),
  token as (
    select kind, id, translate(t, '''’', '') as token from named, unnest(string_to_array(search_name, ' ')) t),
  joined as (select *, regexp_replace(token, '[^[:alnum:]]+', '', 'g') as whole from token)
  select distinct kind, id, word
  from joined, lateral (select whole union select regexp_split_to_table(token, '[^[:alnum:]]+')) w(word)
  where word <> '' and whole not in ('dr', 'dre', 'doctor', 'docteur', 'docteure', 'md');
  create function pg_temp.swapped(term text, i int) returns text immutable language sql as
  $$ select substr(term, 1, i - 1) || substr(term, i + 1, 1) || substr(term, i, 1) || substr(term, i + 2) $$`;

/** How a term matches, by rank. Sure and possible matches by sound have separate ranks. */
export const RANKS = ['exact', 'prefix', 'contains', 'spelling'];

/** What a forgiving search means: the rank of each match, with PostgreSQL's edit distance, which has no swaps. */
export function alikeOracle(kind: 'doctor' | 'clinic', terms: readonly string[]): Oracle {
  const sql = `
    with term as (
      select term, n, case when term ~ '[0-9]' then 0 when length(term) >= 8 then 2 when length(term) >= 4 then 1 else 0
        end as most
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
      from (select distinct word from name_word where kind = $2) w, term t),
    best as (
      select w.id, j.n, min(j.rank) as rank from name_word w join judged j using (word)
      where j.rank is not null and w.kind = $2 group by w.id, j.n)
    select id, max(rank) as rank from best group by id having count(*) = cardinality($1::text[])`;
  return { sql, values: [terms, kind] };
}

/** Words that PostgreSQL pronounces in other ways than the library. */
const ODD = ['mccarthy', 'ciara', 'najjar', 'lucia'];

/**
 * The doctors of whose names a word sounds like a term. PostgreSQL cuts its codes at four letters: only shorter ones are
 * sure to be the same, and not those of odd words.
 */
export function soundOracle(term: string): Oracle {
  const codes = (word: string) => `unnest(array[dmetaphone(${word}), dmetaphone_alt(${word})])`;
  const sql = `
    select w.id, bool_or(length(code) < 4 and w.word <> all($2)) as sure from name_word w, ${codes('w.word')} code
    where w.kind = 'doctor' and w.word ~ '^[a-z]{3,}$' and length(code) >= 2
      and (code in (select ${codes('$1')}) or w.word = any($2)) and $1 ~ '^[a-z]{3,}$'
    group by w.id`;
  return { sql, values: [term, ODD] };
}
