import { type AnswerSizes, FULL_SIZES } from '../access/tier.js';
import { DirectoryError } from '../contract/error.js';
import { type OperationName, OPERATIONS, type QueryOf } from '../contract/operations.js';
import { PlaceDetailQuery } from '../contract/queries/place-query.js';
import { QueryReader, type RawParameters } from '../contract/queries/query-reader.js';
import type { ClinicQuery, DoctorQuery, SpecialistQuery } from '../contract/queries/query.js';
import type { ReviewIndex } from '../read-model/reviews/review-index.js';
import type { Described } from '../schema/schema.js';
import { signalsOf } from '../rules/signal.js';
import { type DirectoryView, foundClinic } from './directory-view.js';
import { availabilityState, serviceAvailabilityState, showsStates } from './availability-state.js';
import { interpretQuery } from './interpret/interpret-query.js';
import { explanationState } from './explain/explain.js';
import { clinicEvidenceState, doctorEvidenceState } from './operations/evidence.js';
import { facetState } from './operations/facets.js';
import { questionState } from './operations/questions.js';
import { findClinics, findDoctors, findServices } from './find.js';
import { movesWithClock, UNCHANGING } from './moves-with-clock.js';
import { type Found, type Page, pageOf } from './list-envelope.js';

/** A request to an operation, before its parameters are checked. */
export interface OperationRequest {
  readonly subject?: string;
  readonly parameters: RawParameters;
  /** The answer sizes of the caller. */
  readonly sizes?: AnswerSizes;
}

type ReadState = (view: DirectoryView, request: Required<OperationRequest>) => string;

const unchanging: ReadState = () => UNCHANGING;

/**
 * What the clock changes in the answers of each operation, read without making the answer. Within a dataset version
 * doctors only turn stale and years only grow, so that equal counts of the same doctors mean equal answers.
 */
const STATES: Readonly<Record<OperationName, ReadState>> = {
  listDoctors: pageState('listDoctors', doctorPage),
  searchDoctors: pageState('searchDoctors', doctorPage),
  getSummary: summaryState,
  getFacets: queryState('getFacets', facetState),
  getDoctor(view, { subject, parameters }) {
    const { doctors } = view.model;
    const ordinal = doctors.ordinalOf(subject);
    if (ordinal === undefined) return '';
    const shown = availabilityState(view, detailQuery(parameters), [doctors.primaryClinic(ordinal)]);
    return doctorsState(view, [ordinal]) + shown;
  },
  listDoctorReviews: unchanging,
  getDoctorSignals: ({ model, asOf }, { subject }) =>
    reviewState(model.doctorReviews, model.doctors.ordinalOf(subject), asOf.today),
  getDoctorEvidence(view, { subject }) {
    const ordinal = view.model.doctors.ordinalOf(subject);
    return ordinal === undefined ? '' : doctorEvidenceState(view, ordinal);
  },
  listClinics: pageState('listClinics', (view, query, page) =>
    movesWithClock(query) || showsStates(query)
      ? clinicListState(view, query, findClinics(view, query, page))
      : '',
  ),
  getClinic(view, { subject, parameters, sizes }) {
    const { ordinal } = foundClinic(view.model, subject);
    if (ordinal === undefined) return '';
    const shown = availabilityState(view, detailQuery(parameters), [ordinal]);
    return clinicState(view, ordinal, sizes) + shown;
  },
  listClinicReviews: unchanging,
  getClinicSignals: ({ model, asOf }, { subject }) =>
    reviewState(model.clinicReviews, foundClinic(model, subject).ordinal, asOf.today),
  getClinicEvidence(view, { subject }) {
    const { ordinal } = foundClinic(view.model, subject);
    return ordinal === undefined ? '' : clinicEvidenceState(view, ordinal);
  },
  listSpecialists: pageState('listSpecialists', (view, query, page) =>
    movesWithClock(query) || showsStates(query)
      ? serviceListState(view, query, findServices(view, query, page))
      : '',
  ),
  listSpecialties: unchanging,
  listLanguages: unchanging,
  listAreas: unchanging,
  listPlaces: unchanging,
  readQuestion: requestState('readQuestion', questionState),
  explainAbsence: requestState('explainAbsence', explanationState),
  listSources: unchanging,
  listAccuracy: unchanging,
};

/** Returns a text that changes whenever the clock changes the answer to a request, and then only. */
export function clockState(name: OperationName, view: DirectoryView, request: OperationRequest): string {
  const { subject = '', parameters, sizes = FULL_SIZES } = request;
  return STATES[name](view, { subject, parameters, sizes });
}

/** Reads the state of a page of a list. */
function pageState<Name extends OperationName>(
  name: Name,
  stateOf: (view: DirectoryView, query: QueryOf<Name>, page: Page) => string,
): ReadState {
  return queryState(name, (view, query, sizes) => stateOf(view, query, pageOf(query, sizes)));
}

/** Reads the state of an answer to a query. An invalid query has no answer. */
function queryState<Name extends OperationName>(
  name: Name,
  stateOf: (view: DirectoryView, query: QueryOf<Name>, sizes: AnswerSizes) => string,
): ReadState {
  return requestState(name, (view, query, sizes) => stateOf(view, interpretQuery(view, query, name), sizes));
}

/** Reads the state of an answer to a query that is not interpreted yet. */
function requestState<Name extends OperationName>(
  name: Name,
  stateOf: (view: DirectoryView, query: QueryOf<Name>, sizes: AnswerSizes) => string,
): ReadState {
  const reader = new QueryReader(OPERATIONS[name].query as Described<QueryOf<Name>>);
  return (view, { parameters, sizes }) => {
    try {
      return stateOf(view, reader.read(parameters), sizes);
    } catch (error) {
      if (error instanceof DirectoryError) return '';
      throw error;
    }
  };
}

function doctorPage(view: DirectoryView, query: DoctorQuery, page: Page): string {
  return doctorListState(view, query, findDoctors(view, query, page));
}

/** Returns the state of a page of doctors. */
export function doctorListState(view: DirectoryView, query: DoctorQuery, found: Found): string {
  const { doctors } = view.model;
  const clinics = showsStates(query)
    ? Array.from(found.ordinals, (doctor) => doctors.primaryClinic(doctor))
    : NONE;
  const shown = availabilityState(view, query, clinics);
  return `${doctorsState(view, found.ordinals)}.${membersState(query, found)}${shown}`;
}

/** Returns the state of a page of clinics. */
export function clinicListState(view: DirectoryView, query: ClinicQuery, found: Found): string {
  return membersState(query, found) + availabilityState(view, query, found.ordinals);
}

/** Returns the state of a page of services. */
export function serviceListState(view: DirectoryView, query: SpecialistQuery, found: Found): string {
  return membersState(query, found) + serviceAvailabilityState(view, query, found.ordinals);
}

/** Returns the state of some doctors. */
export function doctorsState({ model, asOf }: DirectoryView, ordinals: Found['ordinals']): string {
  const { fresh, years } = model.doctors.clockState(ordinals, asOf);
  return `${fresh}.${years}`;
}

/** Returns the state of a clinic's detail. */
function clinicState({ model, asOf }: DirectoryView, ordinal: number, sizes: AnswerSizes): string {
  return String(model.clinics.clockState(ordinal, asOf, sizes.nestedDoctors));
}

/** Returns the state of the totals. */
export function summaryState({ totals }: DirectoryView): string {
  return String(totals.summary.dataFreshness.fresh);
}

/** Returns the state of signals. */
export function signalState({ signals, suppressed }: ReturnType<typeof signalsOf>): string {
  return JSON.stringify([signals, suppressed]);
}

const NONE: readonly never[] = [];
const DETAIL = new QueryReader(PlaceDetailQuery);

/** Reads the query of a detail. An invalid query has no answer. */
function detailQuery(parameters: RawParameters): PlaceDetailQuery {
  if (Object.keys(parameters).length === 0) return {};
  try {
    return DETAIL.read(parameters);
  } catch (error) {
    if (error instanceof DirectoryError) return {};
    throw error;
  }
}

type ListQuery = DoctorQuery | ClinicQuery | SpecialistQuery;

/** Returns which records are on a page of matches, if the clock changes that. */
export function membersState(query: ListQuery, { total, ordinals, warning = '' }: Found): string {
  return movesWithClock(query) ? `${total}:${Array.from(ordinals).join()}${warning}` : UNCHANGING;
}

function reviewState(reviews: ReviewIndex, ordinal: number | undefined, today: number): string {
  return ordinal === undefined ? '' : signalState(signalsOf(reviews.ratings(ordinal), today));
}
