import { utf8 } from '../text/utf8.js';
import type { Answer } from '../contract/answer.js';
import type { ClinicList, DoctorList, SpecialistList } from '../contract/list-answer.js';
import { itemList, type Page } from './list-envelope.js';
import type { AsOf } from '../rules/as-of.js';
import type { ClinicExtra } from '../contract/query.js';

import type { ReadModel } from '../read-model/read-model.js';

/** How many were found, and which of them are on the page, in its order: ordinals of a read model. */
export interface Found {
  readonly total: number;
  readonly ordinals: ArrayLike<number>;
}

/** What a list of clinics shows of each. */
export interface ClinicShown {
  readonly include?: readonly ClinicExtra[];
  /** Where the read operations are served: no slash at the end. */
  readonly apiUrl: string;
}

const DOCTORS = utf8('{"doctors":[');
const CLINICS = utf8('{"clinics":[');

/** A page of doctors. */
export function doctorList(
  { doctors }: ReadModel,
  asOf: AsOf,
  { ordinals, total }: Found,
  page: Page,
): Answer<DoctorList> {
  return itemList(DOCTORS, ordinals, total, page, (doctor, body) => doctors.addItem(doctor, asOf, body));
}

/** A page of clinics. */
export function clinicList(
  { clinics }: ReadModel,
  { include = [], apiUrl }: ClinicShown,
  { ordinals, total }: Found,
  page: Page,
): Answer<ClinicList> {
  return itemList(CLINICS, ordinals, total, page, (clinic, body) =>
    clinics.addItem(clinic, include, apiUrl, body),
  );
}

/** A page of specialty services. */
export function specialistList(
  { services, clinics }: ReadModel,
  { include = [], apiUrl }: ClinicShown,
  { ordinals, total }: Found,
  page: Page,
): Answer<SpecialistList> {
  return itemList(CLINICS, ordinals, total, page, (service, body) => {
    body.bytes(services.item(service));
    clinics.addExtras(services.clinicOf(service), include, apiUrl, body);
  });
}
