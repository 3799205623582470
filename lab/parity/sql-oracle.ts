import type { Parameters } from '../../tools/src/queries/random-query.js';
import { areasIn, pointOf, postalAreasOf } from './data-files.js';

/** The mean radius of the Earth, in meters. */
const EARTH_RADIUS = 6_371_008.8;

/** A statement written from the interface's words alone; one for a list gives ids in default order. */
export interface Oracle {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * What /doctors and /doctors/search mean, as SQL. It shares no code with libs/domain: it is the independent
 * witness that the read model is compared with.
 * @param today the date as of which years are counted, YYYY-MM-DD
 */
export function doctorOracle(parameters: Parameters, today: string): Oracle {
  const bind = new Bindings();
  const conditions = ['d.expired_at is null', ...professional(parameters, today, bind, true)];
  conditions.push(...acceptance(parameters, CLINIC_ACCEPTANCE, today, bind));
  for (const flag of FLAGS)
    if (parameters[flag.name] === 'true' && flag.name !== 'hasWebsite')
      conditions.push(orUnknown(parameters, flag.sql, flag.unknown));
  if (parameters['clinic'] !== undefined) {
    const clinic = bind.add(parameters['clinic']);
    conditions.push(`(d.primary_clinic_id = ${clinic} or exists (select from additional_location a
      where a.registration_number = d.registration_number and a.clinic_id = ${clinic}))`);
  }
  conditions.push(...times(parameters, bind));
  const { ids } = parameters;
  const asked = ids === undefined ? undefined : bind.add(ids.split(','));
  if (asked) conditions.push(`d.registration_number = any(${asked})`);
  if (parameters['q'] !== undefined) {
    const q = parameters['q'].trim();
    const terms = containing('d.search_name', q, bind);
    conditions.push(`((${terms.join(' and ')}) or d.registration_number = ${bind.add(q)})`);
  }
  conditions.push(...placeConditions(parameters, bind));
  const first =
    parameters['sort'] === 'years'
      ? `greatest(0, extract(year from age(${bind.add(today)}::date, d.practising_since))) desc`
      : distanceOrder(parameters, bind);
  return bind.oracle(`select d.registration_number as id, ${metres(parameters, bind)} as metres
    from doctor d join clinic c on c.id = d.primary_clinic_id
    where ${conditions.join(' and ')}
    order by ${asked && parameters['sort'] === undefined ? `array_position(${asked}::text[], d.registration_number::text), ` : ''}${first}, d.search_name collate "C", d.registration_number collate "C"`);
}

/** What /clinics means; with lat and lng, the nearest first. */
export function clinicOracle(parameters: Parameters, today: string): Oracle {
  const bind = new Bindings();
  const conditions = clinicConditions(parameters, today, bind);
  return bind.oracle(
    `select c.id, ${metres(parameters, bind)} as metres from clinic c where ${conditions.join(' and ')} order by ${order(parameters, bind)}`,
  );
}

/** What /specialists means: one row for each service of any of the specialties. */
export function specialistOracle(parameters: Parameters, today: string): Oracle {
  const bind = new Bindings();
  const { accepting, acceptance: answers, ...others } = parameters;
  const conditions = clinicConditions(others, today, bind);
  const names = parameters['specialty']!.toLowerCase().split(',');
  conditions.push(`lower(s.name) = any(${bind.add(names)})`);
  if (answers)
    conditions.push(...acceptance({ ...others, acceptance: answers }, SERVICE_ACCEPTANCE, today, bind));
  if (accepting === 'true')
    conditions.push(`coalesce(v.accepting, c.accepting, ${parameters['orUnknown'] ?? 'false'})`);
  const first = parameters['sort'] === 'wait' ? 'v.wait_weeks, ' : '';
  return bind.oracle(`select c.id, ${metres(parameters, bind)} as metres from specialty_service v join specialty s on s.id = v.specialty_id
    join clinic c on c.id = v.clinic_id
    where ${conditions.join(' and ')} order by ${first}${order(parameters, bind)}, lower(s.name) collate "C"`);
}

const NO_HOURS = `not ${open('true')}`;
const FLAGS: readonly { name: string; sql: string; unknown: string }[] = [
  { name: 'accepting', sql: 'c.accepting', unknown: 'c.accepting is null' },
  {
    name: 'evening',
    sql: open('o.weekday between 1 and 5 and coalesce(o.closes, o.opens + 1) > 17 * 60'),
    unknown: `${NO_HOURS} or ${open('o.weekday between 1 and 5 and o.closes is null')}`,
  },
  { name: 'weekend', sql: open('o.weekday in (6, 7)'), unknown: NO_HOURS },
  { name: 'wheelchair', sql: 'c.wheelchair', unknown: 'c.wheelchair is null' },
  { name: 'virtualVisits', sql: 'c.virtual_visits', unknown: 'c.virtual_visits is null' },
  { name: 'nearTTC', sql: 'c.near_subway', unknown: "c.position_source = 'postal-area'" },
  { name: 'hasWebsite', sql: "c.website <> ''", unknown: "c.website = ''" },
];

/** Returns a request for what matches, and what may match because something is not known of it. */
export function withUnknown(parameters: Parameters): Parameters {
  return { ...parameters, orUnknown: 'true' };
}

/** Returns a condition, or with `orUnknown` that it holds or is not known. */
function orUnknown(parameters: Parameters, sql: string, unknown: string): string {
  return parameters['orUnknown'] === undefined ? sql : `(${sql} or ${unknown})`;
}

function open(when: string): string {
  return `exists (select from opening_interval o where o.clinic_id = c.id and ${when})`;
}

/** What is said about acceptance, when, and for how many days it holds. */
const CLINIC_ACCEPTANCE = {
  value: 'c.accepting',
  at: 'c.accepting_observed_at',
  days: `case c.accepting_method when 'phone' then 90 when 'web' then 60 when 'patient' then 30 when 'register' then 30
    else 180 end`,
};
const SERVICE_ACCEPTANCE = {
  value: 'coalesce(v.accepting, c.accepting)',
  at: `case when v.accepting is null then ${CLINIC_ACCEPTANCE.at} else v.observed_at end`,
  days: `case when v.accepting is null then ${CLINIC_ACCEPTANCE.days} else 180 end`,
};

/** What `acceptance` means: an answer older than its life is not known. */
function acceptance(
  { acceptance: answers, ...others }: Parameters,
  { value, at, days }: typeof CLINIC_ACCEPTANCE,
  today: string,
  bind: Bindings,
): string[] {
  if (answers === undefined) return [];
  const isOver = `${at} + make_interval(hours => 24 * ${days}) < ${bind.add(today)}::timestamp at time zone 'America/Toronto'`;
  const answer = `case when ${value} is null or ${isOver} then 'unknown' when ${value} then 'yes' else 'no' end`;
  return [orUnknown(others, `${answer} = any(${bind.add(answers.split(','))})`, `${answer} = 'unknown'`)];
}

/** The conditions that a name contains each term. */
function containing(name: string, q: string, bind: Bindings): string[] {
  return q.split(/\s+/).map((term) => `${name} like ${bind.add(`%${escapeLike(term.toLowerCase())}%`)}`);
}

function clinicConditions(parameters: Parameters, today: string, bind: Bindings): string[] {
  const conditions = [
    'c.closed_at is null',
    ...placeConditions(parameters, bind),
    ...times(parameters, bind),
  ];
  if (parameters['q'] !== undefined) conditions.push(...containing('c.search_name', parameters['q'], bind));
  if (parameters['ids'] !== undefined)
    conditions.push(`c.id = any(${bind.add(parameters['ids'].split(','))})`);
  conditions.push(...acceptance(parameters, CLINIC_ACCEPTANCE, today, bind));
  for (const { name, sql, unknown } of FLAGS)
    if (parameters[name] === 'true') conditions.push(orUnknown(parameters, sql, unknown));
  const doctor = professional(parameters, today, bind, false);
  if (doctor.length > 0) {
    conditions.push(`exists (select from doctor d where d.expired_at is null and ${doctor.join(' and ')}
      and (d.primary_clinic_id = c.id or exists (select from additional_location a
        where a.registration_number = d.registration_number and a.clinic_id = c.id)))`);
  }
  return conditions;
}

function professional(
  parameters: Parameters,
  today: string,
  bind: Bindings,
  singleSpecialty: boolean,
): string[] {
  const conditions: string[] = [];
  const specialties = parameters['specialties'] ?? (singleSpecialty ? parameters['specialty'] : undefined);
  const languages = parameters['languages'] ?? parameters['language'];
  const holding = (kind: 'specialty' | 'language', list: string) =>
    orUnknown(parameters, holdsAny(kind, list, bind), `not ${holds(kind)})`);
  if (specialties !== undefined) conditions.push(holding('specialty', specialties));
  if (languages !== undefined) conditions.push(holding('language', languages));
  if (parameters['gender'] !== undefined)
    conditions.push(orUnknown(parameters, `d.gender = ${bind.add(parameters['gender'])}`, `d.gender = ''`));
  // Of the classes of the parity directory and of the sample, in the words of the interface.
  if (parameters['independent'] === 'true')
    conditions.push(orUnknown(parameters, `${INDEPENDENT} = 'yes'`, `${INDEPENDENT} = 'unknown'`));
  const years = () => `extract(year from age(${bind.add(today)}::date, d.practising_since))`;
  if (parameters['minYears'] !== undefined)
    conditions.push(`${years()} >= ${bind.add(parameters['minYears'])}::numeric`);
  if (parameters['maxYears'] !== undefined)
    conditions.push(`${years()} <= ${bind.add(parameters['maxYears'])}::numeric`);
  return conditions;
}

/** Whether a class is that of independent practice; a class that nobody knows does not say. */
const INDEPENDENT = `case
  when d.registration_class ilike 'independent practice%' then 'yes'
  when d.registration_class ~* '^(postgraduate education|restricted|academic practice)' then 'no'
  else 'unknown' end`;

function holdsAny(kind: 'specialty' | 'language', list: string, bind: Bindings): string {
  const names = list.split(',').map((name) => name.trim().toLowerCase());
  return `${holds(kind)} and lower(n.name) = any(${bind.add(names)}))`;
}

/** The beginning of the condition that a doctor has a value, without its end. */
function holds(kind: 'specialty' | 'language'): string {
  return `exists (select from doctor_${kind} h join ${kind} n on n.id = h.${kind}_id
    where h.registration_number = d.registration_number`;
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** What `days`, `openAt` and `clinicType` mean. */
function times(parameters: Parameters, bind: Bindings): string[] {
  const { days, openAt, clinicType } = parameters;
  const conditions = clinicType === undefined ? [] : [`c.type = any(${bind.add(clinicType.split(','))})`];
  if (days === undefined && openAt === undefined) return conditions;
  const numbers = (days?.split(',') ?? DAYS.slice(0, 5)).map((day) => 1 + DAYS.indexOf(day));
  const at = openAt === undefined ? undefined : `extract(epoch from ${bind.add(openAt)}::time) / 60`;
  const then = at === undefined ? '' : ` and o.opens <= ${at} and coalesce(o.closes, o.opens + 1) > ${at}`;
  const list = bind.add(numbers);
  const onDays = `o.weekday = any(${list})`;
  const night = at === undefined ? 'false' : `o.weekday % 7 + 1 = any(${list}) and o.closes - 1440 > ${at}`;
  const opened = at === undefined ? 'false' : open(`${onDays} and o.closes is null and o.opens <= ${at}`);
  return [
    ...conditions,
    orUnknown(parameters, open(`(${onDays}${then} or ${night})`), `${NO_HOURS} or ${opened}`),
  ];
}

/** In the order of ids; otherwise by name and id; with a place, by distance before that. */
function order(parameters: Parameters, bind: Bindings): string {
  const { ids, sort } = parameters;
  if (ids !== undefined && sort === undefined)
    return `array_position(${bind.add(ids.split(','))}::text[], c.id::text)`;
  return `${distanceOrder(parameters, bind)}, c.search_name collate "C", c.id`;
}

function distanceOrder(parameters: Parameters, bind: Bindings): string {
  const { sort = 'distance' } = parameters;
  return sort === 'distance' ? metres(parameters, bind) : '0::float8';
}

/** The distance of the clinic, by the extension `earthdistance`, whose Earth is the equatorial sphere; null without a place. */
function metres({ near, lat, lng }: Parameters, bind: Bindings): string {
  const [atLat, atLng] = near === undefined ? [lat, lng] : pointOf(near);
  if (atLat === undefined) return 'null::float8';
  const place = `ll_to_earth(${bind.add(atLat)}::float8, ${bind.add(atLng)}::float8)`;
  return `(earth_distance(ll_to_earth(c.lat, c.lng), ${place}) / earth() * ${EARTH_RADIUS})`;
}

function placeConditions(parameters: Parameters, bind: Bindings): string[] {
  const { area, within } = parameters;
  const conditions: string[] = [];
  if (within !== undefined)
    conditions.push(`${metres(parameters, bind)} <= ${bind.add(within)}::float8 * 1000`);
  if (area !== undefined) {
    const areas = areasIn(area).flatMap(postalAreasOf);
    conditions.push(
      orUnknown(parameters, `left(c.postal_code, 3) = any(${bind.add(areas)})`, `c.postal_code = ''`),
    );
  }
  return conditions;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The values of a statement, by their number. */
export class Bindings {
  readonly #values: unknown[];

  /** @param values those that the statement has already */
  constructor(values: readonly unknown[] = []) {
    this.#values = [...values];
  }

  add(value: unknown): string {
    return `$${this.#values.push(value)}`;
  }

  oracle(sql: string): Oracle {
    return { sql, values: this.#values };
  }
}
