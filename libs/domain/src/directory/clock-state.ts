import type { OperationName } from '../contract/operations.js';
import { recentOf } from '../rules/signal.js';
import { type DirectoryView, foundClinic } from './directory-view.js';

/** A request to an operation: its subject, and its parameters by name. */
export interface OperationRequest {
  readonly subject?: string;
  readonly parameters: object;
}

type ReadState = (view: DirectoryView, request: OperationRequest) => string;

const everyDoctor: ReadState = ({ everyDoctor: state }) => state;
const noDoctor: ReadState = () => '';
/** Of doctors, a list of clinics filters by nothing that the clock changes but the years of practice. */
const filteredDoctors: ReadState = (view, { parameters }) =>
  'minYears' in parameters || 'maxYears' in parameters ? view.everyDoctor : '';

/**
 * What the clock changes in the answers of each operation. Within a dataset version doctors only turn stale, years only
 * grow and reviews only become old, so that equal counts mean equal answers.
 */
const STATES: Readonly<Record<OperationName, ReadState>> = {
  listDoctors: everyDoctor,
  searchDoctors: everyDoctor,
  getSummary: everyDoctor,
  getDoctor({ model: { doctors }, asOf }, { subject = '' }) {
    const ordinal = doctors.ordinalOf(subject);
    return ordinal === undefined ? '' : doctors.clockState([ordinal], asOf);
  },
  listDoctorReviews: noDoctor,
  getDoctorSignals({ model: { doctors, doctorReviews }, asOf }, { subject = '' }) {
    const ordinal = doctors.ordinalOf(subject);
    return ordinal === undefined ? '' : String(recentOf(doctorReviews.ratings(ordinal), asOf.today).length);
  },
  listClinics: filteredDoctors,
  getClinic({ model, asOf }, { subject = '' }) {
    const { ordinal } = foundClinic(model, subject);
    return ordinal === undefined ? '' : model.clinics.clockState(ordinal, asOf);
  },
  listClinicReviews: noDoctor,
  getClinicSignals({ model, asOf }, { subject = '' }) {
    const { ordinal } = foundClinic(model, subject);
    return ordinal === undefined
      ? ''
      : String(recentOf(model.clinicReviews.ratings(ordinal), asOf.today).length);
  },
  listSpecialists: filteredDoctors,
  listSpecialties: noDoctor,
  listLanguages: noDoctor,
};

/** Returns a text that changes whenever the clock changes the answer to a request. */
export function clockState(name: OperationName, view: DirectoryView, request: OperationRequest): string {
  return STATES[name](view, request);
}
