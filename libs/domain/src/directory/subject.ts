import { DirectoryError } from '../contract/error.js';
import type { Query } from '../contract/queries/page-query.js';
import { CLINIC_ID, REGISTRATION_NUMBER } from '../contract/operations.js';
import type { ReadModel } from '../read-model/read-model.js';
import { foundClinic } from './directory-view.js';

/** Returns the ordinal of a doctor, also of an expired one. @throws DirectoryError `not_found` */
export function doctorOrdinal(model: ReadModel, registrationNumber: string): number {
  const ordinal = model.doctors.ordinalOf(registrationNumber);
  if (ordinal === undefined) throw new DirectoryError('not_found', REGISTRATION_NUMBER.unknown);
  return ordinal;
}

/** Returns a clinic, and the query with the warnings about its id. @throws DirectoryError `not_found` */
export function clinicOf<Q extends Pick<Query, 'warnings'>>(model: ReadModel, id: string, query: Q) {
  const { ordinal, warnings } = foundClinic(model, id);
  if (ordinal === undefined) throw new DirectoryError('not_found', CLINIC_ID.unknown);
  if (warnings.length === 0) return { ordinal, query };
  return { ordinal, query: { ...query, warnings: [...(query.warnings ?? []), ...warnings] } };
}
