import {
  type AcceptanceCode,
  type ClinicFact,
  type ClinicOrigin,
  type EvidenceMethod,
  type Fact,
  type OpeningInterval,
  type Statement,
} from '@care-atlas/domain/records';
import { sourceKind } from '@care-atlas/domain/records';
import { DEFAULT_METHOD, hoursValue, methodOf } from '@care-atlas/domain/rules';
import type { ClinicEntity } from '../../entities/directory/clinic.entity.js';
import type { DoctorEntity } from '../../entities/directory/doctor.entity.js';
import { MERGED_CLINICS } from './merged-clinic.js';

/** The methods of the sources of this project, where the operator states nothing else. */
const METHODS: Readonly<Record<string, EvidenceMethod>> = {
  register: 'register',
  odhf: 'open_data',
};

/** Returns how a source observes what its data does not say the method of. */
export function sourceMethod(source: string, stated: EvidenceMethod | null): EvidenceMethod {
  return stated ?? METHODS[sourceKind(source)] ?? DEFAULT_METHOD;
}

/** What a source says, as JSON. Times are ISO 8601. */
interface StatedRow {
  readonly field: Fact;
  readonly value: unknown;
  readonly previous: unknown;
  readonly source: string;
  readonly method: EvidenceMethod | null;
  readonly at: string | null;
  /** Null if an earlier release wrote the row. */
  readonly since: string | null;
  /** Whether the source is live, so that `at` is when a complete extract confirmed the value; null if none did. */
  readonly confirms: boolean | null;
}
interface ObservedRow {
  readonly accepting: boolean;
  readonly differed: boolean;
  readonly word: string;
  readonly source: string;
  readonly method: EvidenceMethod | null;
  readonly code: AcceptanceCode | null;
  readonly at: string;
  /** Whether it has a date, or a complete extract of a live source confirmed it. */
  readonly dated: boolean;
}
interface CorrectionRow {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly sources: Readonly<Record<string, unknown>> | null;
  readonly at: string;
  readonly until: string | null;
}

/** The columns of evidence in the row of a record. */
export interface EvidenceRow {
  readonly stated: readonly StatedRow[] | null;
  readonly corrections: readonly CorrectionRow[] | null;
}

/** The columns of evidence in the row of a clinic. */
export interface ClinicEvidenceRow extends EvidenceRow {
  readonly observed: readonly ObservedRow[] | null;
  /** The method of the source whose observation of acceptance counts. */
  readonly acceptingBy: EvidenceMethod | null;
}

export const CLINIC_EVIDENCE_COLUMNS = {
  stated: 'stated.rows',
  corrections: 'corrected.rows',
  observed: 'observed.rows',
  acceptingBy: 'accepting_by.method',
} as const;

/** Returns what sources say about a clinic. @param described when its last source described it */
export function clinicEvidence(row: ClinicEvidenceRow & RegisterRow, described: Date): readonly Statement[] {
  return [
    ...recordEvidence(row, described),
    ...registerStatements(row, described),
    ...observations(row.observed),
  ];
}

/** Returns what sources and corrections say about a record. @param described when its last source described it */
function recordEvidence({ stated, corrections }: EvidenceRow, described: Date): readonly Statement[] {
  return [...correctionStatements(corrections), ...statements(stated, described)];
}

/** The columns of evidence in the row of a doctor. */
export type DoctorEvidenceRow = Pick<DoctorEntity, 'previousFacts'> &
  Pick<EvidenceRow, 'corrections'> &
  Pick<ClinicEvidenceRow, 'observed'>;

/**
 * Returns the statements of a doctor: corrections, what the record had before, and observations of whether the doctor accepts new
 * patients. The rest follows from the record.
 */
export function doctorEvidence(
  { previousFacts, corrections, observed }: DoctorEvidenceRow,
  described: Date,
): readonly Statement[] {
  const said = { source: '', method: DEFAULT_METHOD, observedAt: described };
  const stated = Object.entries(previousFacts ?? {}).map(([fact, previous]) => {
    return { fact: fact as Fact, value: null, previous: shownValue(fact as Fact, previous), ...said };
  });
  return [...correctionStatements(corrections), ...stated, ...observations(observed)];
}

/** A subquery for the ids of the clinics of the first parameter, and of those that were merged into them. */
export const CLINICS_OF_KEYS = `(
  select unnest($1::uuid[]) union all select merged_id from ${MERGED_CLINICS} merged where survivor = any ($1::uuid[]))`;

/** Queries for the keys of what is said about those clinics, and about their services. */
const KEYS_OF_CLINICS = {
  clinic: `select id::text from ${CLINICS_OF_KEYS} keyed (id)`,
  service: `select concat(clinic_id, ' ', specialty_id) from specialty_service
    where clinic_id in (select id from ${CLINICS_OF_KEYS} keyed (id))`,
};

/**
 * Returns the join of what sources say, as `stated`, and of corrections, as `corrected`, to records with a text key. What is
 * said of a clinic that was merged is about its survivor.
 * @param keyed whether only the clinics of the first parameter are read
 */
export function joinEvidence(record: 'clinic' | 'service', key: string, keyed = false): string {
  const about = record === 'clinic' ? 'coalesce(survivor::text, key)' : 'key';
  const ofKeys = keyed ? `and key = any (array(${KEYS_OF_CLINICS[record]}))` : '';
  const survivors = record === 'clinic' ? `left join ${MERGED_CLINICS} merged on merged_id::text = key` : '';
  return `left join (
      select ${about} as key, json_agg(json_build_object('field', field, 'value', value, 'previous', previous,
        'source', evidence.source, 'method', method, 'at', observed_at, 'since', since, 'confirms', confirms)
        order by evidence.source, key, field) as rows
      from evidence left join source on source.name = evidence.source ${survivors}
      where record = '${record}' ${ofKeys} group by 1
    ) stated on stated.key = ${key}
    ${joinCorrections(record, key)}`;
}

/** Returns the join of corrections, as `corrected`, to records with a text key. */
export function joinCorrections(record: 'clinic' | 'doctor' | 'service', key: string): string {
  return `left join (
      select correction.key, json_agg(json_build_object('fields', fields, 'sources', corrected.source,
        'at', made_at, 'until', until) order by id) as rows
      from correction left join corrected_record corrected using (record, key)
      where kind = 'correct' and ended_at is null and record = '${record}' group by correction.key
    ) corrected on corrected.key = ${key}`;
}

/**
 * Returns the join of the newest observation of each clinic by each method of each source, as `observed`.
 * @param keyed whether only the clinics of the first parameter are read
 */
export const joinObservations = (keyed = false) => `${joinNewest(
  'clinic.id',
  `select coalesce(survivor, clinic_id) as id, clinic_id as about, method as word, accepting, source, code, observed_at, since
  from availability_observation left join ${MERGED_CLINICS} merged on merged_id = clinic_id
  where clinic_id ${keyed ? `in (select id from ${CLINICS_OF_KEYS} keyed (id))` : 'is not null'}`,
)}
  left join source accepting_by on accepting_by.name = accepting_source`;

/** Returns the same join for doctors. @param condition SQL on `registration_number` */
export const joinDoctorObservations = (condition: string) =>
  joinNewest(
    'doctor.registration_number',
    `select registration_number as id, registration_number as about, method as word, accepting, source, code, observed_at, since
    from availability_observation where registration_number is not null and ${condition}`,
  );

/** @param key SQL for the id of a record @param observations a query for observations by `id` of the record and of what they are `about` */
function joinNewest(key: string, observations: string): string {
  return `left join (
    select id as observed_id, json_agg(json_build_object('accepting', accepting, 'differed', differed, 'word', word, 'source', source,
      'method', stated_method, 'code', code, 'at', observed_at, 'dated', dated)
      order by word, source, about) as rows
    from (
      select distinct on (about, observation.source, word) id, about, word, accepting, observation.source, source.method as stated_method, code,
        observed_at, since is null or coalesce(confirms and observed_at > since, false) as dated,
        bool_or(accepting) over same_method <> bool_and(accepting) over same_method as differed
      from (${observations}) observation left join source on source.name = observation.source
      window same_method as (partition by about, observation.source, word)
      order by about, observation.source, word, observed_at desc, accepting desc
    ) newest group by id
  ) observed on observed_id = ${key}`;
}

/** Returns what sources say in the rows of a record. @param described when its last source described it */
export function statements(stated: readonly StatedRow[] | null, described: Date): Statement[] {
  return (stated ?? []).map(({ field, value, previous, source, method, ...said }) => ({
    fact: field,
    value: shownValue(field, value),
    previous: shownValue(field, previous),
    source,
    method: sourceMethod(source, method),
    ...timeOf(said, described),
  }));
}

/** Returns when a fact without a date was observed: confirmed last by a live source, or else said first. */
function timeOf(
  { at, since, confirms }: Pick<StatedRow, 'at' | 'since' | 'confirms'>,
  described: Date,
): Pick<Statement, 'observedAt' | 'dated'> {
  const last = at === null ? described : new Date(at);
  if (since === null) return { observedAt: last, dated: false };
  return confirms && at !== null ? { observedAt: last } : { observedAt: new Date(since), dated: false };
}

/** Returns the observations of whether a clinic accepts new patients, as statements. */
function observations(rows: readonly ObservedRow[] | null): Statement[] {
  return (rows ?? []).map(({ accepting, differed, word, source, method, code, at, dated }) => {
    const observedAt = new Date(at);
    return {
      fact: 'accepting',
      value: accepting,
      previous: differed ? !accepting : null,
      source,
      method: methodOf({ method: word, observedAt, sourceMethod: sourceMethod(source, method) }),
      observedAt,
      ...(!dated && { dated }),
      code,
    };
  });
}

/** Returns whether the observation that the acceptance of a clinic rests on has a date. */
export function isDated({ observed }: ClinicEvidenceRow, acceptance: ObservedAcceptance): boolean {
  const { accepting, acceptingObservedAt: at, acceptingMethod: method, acceptingSource: source } = acceptance;
  return !(observed ?? []).some(
    (row) =>
      !row.dated &&
      row.accepting === accepting &&
      row.word === method &&
      row.source === source &&
      new Date(row.at).getTime() === at?.getTime(),
  );
}
type ObservedAcceptance = Pick<
  ClinicEntity,
  'accepting' | 'acceptingObservedAt' | 'acceptingMethod' | 'acceptingSource'
>;

/** The facts that corrections may be about, by the property of the record. */
const CORRECTED: Readonly<Record<string, Fact>> = {
  openingHours: 'hours',
  wheelchair: 'wheelchair',
  virtualVisits: 'virtualVisits',
  phone: 'phone',
  website: 'website',
  specialties: 'specialties',
  languages: 'languages',
};

/** Returns what corrections say, as statements. Of several about a fact, the last one counts. */
function correctionStatements(rows: readonly CorrectionRow[] | null): Statement[] {
  const byFact = new Map<Fact, Statement>();
  for (const { fields, sources, at, until } of rows ?? [])
    for (const [property, value] of Object.entries(fields)) {
      const fact = CORRECTED[property];
      if (!fact) continue;
      byFact.set(fact, {
        fact,
        value: shownValue(fact, value),
        previous: shownValue(fact, sources?.[property] ?? null),
        source: 'corrections',
        method: 'correction',
        observedAt: new Date(at),
        until: until === null ? null : new Date(until),
      });
    }
  return [...byFact.values()];
}

interface RegisterRow extends Pick<EvidenceRow, 'corrections'> {
  readonly origin: ClinicOrigin;
  readonly phone: string;
}

/** Returns the telephone number that the register states of a clinic that it made: no row says so. */
function registerStatements(
  { origin, phone, corrections }: RegisterRow,
  described: Date,
): Statement<ClinicFact>[] {
  // Where the number is corrected, every correction of the record has that of the register.
  const value = corrections?.[0]?.sources?.['phone'] ?? phone;
  if (origin !== 'register' || value === '') return [];
  return [{ fact: 'phone', value, source: 'register', method: 'register', observedAt: described }];
}

type StoredHours = readonly (readonly [OpeningInterval['weekday'], number, number | null])[];

/** Returns a value as answers show it: hours are stored as spans, by corrections as objects. */
function shownValue(fact: Fact, value: unknown): unknown {
  if (fact !== 'hours' || value === null) return value === '' ? null : value;
  const spans = value as StoredHours | readonly OpeningInterval[];
  return hoursValue(
    spans.map((span) => {
      if (!('length' in span)) return span;
      const [weekday, opens, closes] = span;
      return { weekday, opens, closes };
    }),
  );
}
