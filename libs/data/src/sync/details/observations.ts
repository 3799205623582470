import { bestDetail } from '@care-atlas/domain/fusion';
import type { AcceptanceCode } from '@care-atlas/domain/records';
import { type DetailFields, type DetailForm, subjectColumns, subjectIndex } from './detail-form.js';

/** The clinic or doctor that an observation is about. */
export type AvailabilitySubject = { readonly clinicId: string } | { readonly registrationNumber: string };

/** An observation of whether new patients are accepted. */
export interface AvailabilityInput {
  readonly subject: AvailabilitySubject;
  readonly accepting: boolean;
  /** How it was made, in a word or two that fit after "by", such as "phone"; empty when not known. */
  readonly method: string;
  readonly observedAt: Date;
  /** Whom the subject accepts, if the source says. */
  readonly code?: AcceptanceCode | null;
}

interface ObservationFields extends DetailFields {
  readonly accepting: boolean;
  readonly method: string;
  /** ISO 8601. */
  readonly observedAt: string;
  readonly code: AcceptanceCode | null;
}

const SUBJECT = `split_part(wanted.key, ' ', 1)`;
const AT = `split_part(wanted.key, ' ', 2)::timestamptz`;
const METHOD = `substring(wanted.key from '^\\S+ \\S+ (.*)$')`;

/** Observations with a date. Two of one subject, method and time are one observation. */
export const OBSERVATION_FORM: DetailForm<AvailabilityInput, ObservationFields> = {
  kind: 'observation',
  noun: 'observations',
  keyColumn: 'subject, time and method',
  read: ({ subject: about, accepting, method, observedAt: at, code = null }) => {
    const subject = 'clinicId' in about ? about.clinicId.toLowerCase() : about.registrationNumber;
    const observedAt = at.toISOString();
    return {
      key: `${subject} ${observedAt} ${method}`,
      fields: { subject, accepting, method, observedAt, code },
    };
  },
  keptAs: { code: ['code'] },
  needed: [],
  index: subjectIndex,
  ignoresRepetitions: true,
  made: {
    field: 'observedAt',
    type: 'timestamptz',
    column: 'observed_at',
    reason: 'The time of the observation is in the future: give the time at which it was made.',
  },
  table: {
    name: 'availability_observation',
    columns: ['clinicId', 'registrationNumber', 'accepting', 'method', 'observedAt', 'source', 'code'],
    compared: ['accepting', 'code', 'source'],
    lists: {},
    join: `join lateral (
        select clinic.ctid, clinic.* from availability_observation clinic
        where clinic_id = case when ${SUBJECT} like '%-%' then ${SUBJECT}::uuid end
          and method = ${METHOD} and observed_at = ${AT} and since is null
        union all
        select doctor.ctid, doctor.* from availability_observation doctor
        where registration_number = ${SUBJECT} and method = ${METHOD} and observed_at = ${AT}
      ) stored on true`,
    fuse: (records) => {
      const best = bestDetail(records);
      if (!best) return undefined;
      const { subject, accepting, method, observedAt, code } = best.fields;
      return {
        ...subjectColumns(subject!.value),
        accepting: accepting!.value,
        method: method!.value,
        observedAt: observedAt!.value,
        source: best.source,
        code: code?.value ?? null,
      };
    },
    logKey: ({ clinicId, registrationNumber, method, observedAt }) => {
      const at = `${new Date(observedAt as string).toISOString().slice(0, 19)}Z`;
      return [clinicId ?? registrationNumber, method, at].filter((part) => part !== '').join(' ');
    },
  },
};
