import type { Parameters } from '../../tools/src/queries/random-query.js';
import { OTHER_NAMES, PLACE_ROWS } from './data-files.js';
import { Bindings, doctorOracle, type Oracle } from './sql-oracle.js';

/**
 * What /doctors/summary means: one row.
 * @param freshSince the earliest confirmation that counts as fresh, ISO 8601
 */
export function summaryOracle(freshSince: string): Oracle {
  const bind = new Bindings();
  const since = bind.add(freshSince);
  return bind.oracle(`select count(*)::int as doctors, (count(*) filter (where c.accepting))::int as accepting,
      (count(*) filter (where d.confirmed_at >= ${since}))::int as fresh,
      (count(*) filter (where d.confirmed_at < ${since}))::int as stale,
      (count(*) filter (where d.confirmed_at is null))::int as unknown
    from doctor d join clinic c on c.id = d.primary_clinic_id where d.expired_at is null`);
}

/** What /metadata/specialties and /metadata/languages mean: one row for each value, most common first. */
export function valuesOracle(kind: 'specialty' | 'language'): Oracle {
  return new Bindings().oracle(`select n.name as value, count(*)::int as "doctorCount"
    from doctor_${kind} h join ${kind} n on n.id = h.${kind}_id join doctor d using (registration_number)
    where d.expired_at is null group by n.name order by 2 desc, lower(n.name) collate "C"`);
}

/**
 * What /sources means: one row for each source of data of which an import succeeded, by name. What the operator states comes
 * before what the product says of the sample.
 */
export function sourcesOracle(): Oracle {
  const fact = (name: string, ofSample: string) =>
    `coalesce((select f.${name} from source f where f.name = r.source),
      case when r.source = 'sample' then '${ofSample}' else '' end) as ${name}`;
  return new Bindings()
    .oracle(`select r.source as name, ${fact('publisher', 'Care Atlas')}, ${fact('licence', '')},
      ${fact('attribution', 'Invented data; stations © OpenStreetMap contributors, ODbL 1.0')},
      to_char(max(coalesce(r.extracted_at, r.started_at)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "retrievedAt"
    from sync_run r where r.status = 'succeeded' and r.source not in ('corrections')
    group by r.source order by r.source collate "C"`);
}

/**
 * What /doctors/facets means: one row for each value of each group, most common first.
 * @param today the date as of which years are counted, YYYY-MM-DD
 * @param freshSince the earliest confirmation that counts as fresh, ISO 8601
 */
export function facetOracle(parameters: Parameters, today: string, freshSince: string): Oracle {
  const found = doctorOracle(parameters, today);
  const bind = new Bindings(found.values);
  const since = bind.add(freshSince);
  const names = (kind: 'specialty' | 'language') => `select '${kind}', n.name
    from found join doctor_${kind} h on h.registration_number = found.id join ${kind} n on n.id = h.${kind}_id`;
  return bind.oracle(`with found as (${found.sql}),
    at as (select d.gender, d.confirmed_at, c.type, c.accepting, left(c.postal_code, 3) as postal_area
      from found join doctor d on d.registration_number = found.id join clinic c on c.id = d.primary_clinic_id),
    valued ("by", value) as (${names('specialty')} union all ${names('language')}
      union all select 'gender', gender from at where gender <> ''
      union all select 'area', p.name from at join place p on p.kind = 'municipality' and at.postal_area = any(p.areas)
      union all select 'clinicType', type from at
      union all select 'accepting', coalesce(accepting::text, 'unknown') from at
      union all select 'freshness', case when confirmed_at is null then 'unknown'
        when confirmed_at >= ${since} then 'fresh' else 'stale' end from at)
    select "by", value, count(*)::int as count from valued group by 1, 2 order by 1, 3 desc, lower(value) collate "C"`);
}

/**
 * What the coverage means: one row for each postal area with a matching doctor, and for those of no known area.
 * @param freshSince the earliest confirmation that counts as fresh, ISO 8601
 */
export function coverageOracle(parameters: Parameters, today: string, freshSince: string): Oracle {
  const found = doctorOracle(parameters, today);
  const bind = new Bindings(found.values);
  const since = bind.add(freshSince);
  const count = (condition: string, name: string) =>
    `(count(*) filter (where ${condition}))::int as "${name}"`;
  return bind.oracle(`with found as (${found.sql}), at as (
      select coalesce(p.name, '') as "postalArea", d.confirmed_at, c.accepting,
        coalesce((select min(m.name collate "C") from place m where m.kind = 'municipality' and p.name = any(m.areas)), '')
          as municipality
      from found join doctor d on d.registration_number = found.id join clinic c on c.id = d.primary_clinic_id
      left join place p on p.kind = 'postal-area' and p.name = left(c.postal_code, 3) and c.closed_at is null)
    select "postalArea", municipality, count(*)::int as doctors, ${count('accepting', 'accepting')},
      ${count('not accepting', 'notAccepting')}, ${count('accepting is null', 'acceptanceUnknown')},
      ${count(`confirmed_at >= ${since}`, 'fresh')}, ${count(`confirmed_at < ${since}`, 'stale')},
      ${count('confirmed_at is null', 'neverConfirmed')}
    from at group by 1, 2 order by "postalArea" = '', "postalArea" collate "C"`);
}

/** How names of places are compared: without case, accents, punctuation and an article; "Saint" is "St". */
const PLACE_KEY = String.raw`
  create function pg_temp.place_key(name text) returns text immutable language sql as $$
    with folded as (select translate(lower(name), 'éèêëàâîïôöçñ’''', 'eeeeaaiioocn') as text),
    spelled as (
      select replace(regexp_replace(text, '\m([a-z])\.(?=[a-z]\M)', '\1', 'g'), '&', ' and ') as text from folded),
    words as (select word, n from spelled,
      regexp_split_to_table(trim(regexp_replace(text, '[^a-z0-9]+', ' ', 'g')), ' ') with ordinality w (word, n))
    select regexp_replace(string_agg(case word when 'saint' then 'st' when 'mt' then 'mount' when 'center' then 'centre'
      else word end, ' ' order by n), '^the (?=[a-z]{3})', '') from words $$;`;

/** Creates the places in the database, from the data files. */
export function placeTable(): Oracle {
  const rows = PLACE_ROWS.map((place) => ({
    ...place,
    names: [place.name, ...(OTHER_NAMES.get(place.id) ?? []).map(({ other_name }) => other_name)],
  }));
  return new Bindings().oracle(`${PLACE_KEY}
    create temp table place as
      select id, kind, name, "within", lat, lng, regexp_split_to_array(postal_areas, ' ') as areas, n as kind_order,
        pg_temp.place_key(name) as key, array(select pg_temp.place_key(other) from unnest(names) other) as keys
      from jsonb_to_recordset('${JSON.stringify(rows).replaceAll("'", "''")}') as p (id text, kind text, name text,
        "within" text, lat float8, lng float8, postal_areas text, names text[])
      join unnest(array['region', 'municipality', 'district', 'town', 'neighbourhood', 'subway-station',
        'go-station', 'landmark', 'intersection', 'postal-area'])
        with ordinality k (kind, n) using (kind)`);
}

/** What /places means: names that begin with a text first, then other names, words within them, and the rest. */
export function placesOracle(q: string, kind: string | undefined): Oracle {
  const bind = new Bindings();
  const [text, only] = [bind.add(q), bind.add(kind ?? null)];
  return bind.oracle(`with sought as (select pg_temp.place_key(${text}) as sought)
    select p.id, p.name, p.kind, coalesce(o.name, '') as "within", p.lat, p.lng
    from place p left join place o on o.id = p."within", sought, lateral (select case
      when starts_with(p.key, sought) then 0
      when exists (select from unnest(p.keys) key where starts_with(key, sought)) then 1
      when exists (select from unnest(p.keys) key where position(' ' || sought in key) > 0) then 2
      when exists (select from unnest(p.keys) key where position(sought in key) > 0) then 3 end as rank) r
    where r.rank is not null and (${only}::text is null or p.kind = ${only})
    order by r.rank, p.kind_order, p.name collate "C", p.id`);
}

/** What /metadata/areas means: one row for each area with a clinic. The value is the id where a larger area has the name. */
export function areasOracle(): Oracle {
  return new Bindings().oracle(`
    with area as (select * from place where kind <> 'region' and areas <> '{""}'),
    at as (select c.id, c.accepting, left(c.postal_code, 3) as postal_area,
        (select count(*) from doctor d where d.primary_clinic_id = c.id and d.expired_at is null) as doctors
      from clinic c where c.closed_at is null)
    select case when exists (select from place o where o.areas <> '{""}' and p.key = any(o.keys)
        and (o.kind_order, o.name collate "C") < (p.kind_order, p.name collate "C")) then p.id else p.name end as value,
      p.name, p.kind, coalesce(w.name, '') as "within", sum(at.doctors)::int as "doctorCount",
      coalesce(sum(at.doctors) filter (where at.accepting), 0)::int as "acceptingCount", count(*)::int as "clinicCount"
    from area p join at on at.postal_area = any(p.areas) left join place w on w.id = p."within"
    group by p.id, p.kind, p.name, p.key, p.kind_order, w.name
    order by p.kind_order, 5 desc, p.name collate "C", p.id`);
}

/** How many doctors each open clinic has: the \`doctorCount\` of its detail. */
export function doctorCountsOracle(): Oracle {
  return new Bindings().oracle(`
    select c.id, count(distinct d.registration_number)::int as count from clinic c
    left join additional_location a on a.clinic_id = c.id
    left join doctor d on d.expired_at is null
      and (d.primary_clinic_id = c.id or d.registration_number = a.registration_number)
    where c.closed_at is null group by c.id`);
}

/** The open clinics of each doctor, primary first, then in the order of the register: the \`clinics\` of the detail. */
export function clinicsOfDoctorsOracle(): Oracle {
  return new Bindings().oracle(`
    select d.registration_number as id, coalesce(array_agg(c.id::text order by l.position) filter (where c.id is not null), '{}') as clinics
    from doctor d join lateral (select d.primary_clinic_id as clinic_id, 0 as position
      union all select a.clinic_id, a.position from additional_location a where a.registration_number = d.registration_number
        and a.clinic_id <> d.primary_clinic_id) l on true
    left join clinic c on c.id = l.clinic_id and c.closed_at is null
    group by d.registration_number`);
}
