import type { AcceptanceCode, EvidenceMethod, EvidenceState, KnownAnswer } from '@care-atlas/domain/records';
import { formatOf } from '../../../pages/format.js';

/** The words of a record that lists of results need, too. */
export const results = {
  format: formatOf('en-CA'),
  acceptance: {
    newpt: 'Accepts new patients',
    nopt: 'Accepts no new patients',
    existptonly: 'Accepts only its own patients',
    existptfam: 'Accepts only its own patients and their families',
    unknown: 'Not known whether new patients are accepted',
  } satisfies Record<AcceptanceCode | 'unknown', string>,
  /** Of walk-in clinics, which see people without registration. */
  walkIn: {
    yes: 'Walk-in: sees people without registration, and takes new regular patients',
    no: 'Walk-in: sees people without registration; takes no new regular patients',
    unknown: 'Walk-in: sees people without registration; not known whether it takes regular patients',
  } satisfies Record<KnownAnswer, string>,
  states: {
    confirmed: '',
    aging: 'to be checked soon',
    expired: 'outdated',
    conflicting: 'sources disagree',
    never: '',
  } satisfies Record<EvidenceState, string>,
  methods: {
    register: 'in the register',
    clinic_attested: 'said by the clinic',
    phone_call: 'asked by phone',
    web: 'on the website',
    open_data: 'in open data',
    patient_report: 'reported by a patient',
    correction: 'corrected by the operator',
  } satisfies Record<EvidenceMethod, string>,
  /** Of what the clinic says without a date, instead of its method. */
  listedByClinic: 'by the clinic',
  since: (date: string) => `listed since ${date}`,
  /** Where a source says so, but not when. */
  sinceUnknown: 'since when is not known',
  /** Of trainees and others whose class of registration is not that of independent practice. */
  notIndependent: 'not registered for independent practice',
  phoneUnknown: 'Telephone not known',
  call: (phone: string) => `Call ${phone}`,
};

export type ResultTexts = typeof results;
