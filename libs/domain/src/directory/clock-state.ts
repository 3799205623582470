import { type AnswerSizes, FULL_SIZES } from '../access/tier.js';
import { DirectoryError } from '../contract/error.js';
import { type OperationName, OPERATIONS, type QueryOf } from '../contract/operations.js';
import { QueryReader, type RawParameters } from '../contract/query-reader.js';
import type { ClinicQuery, DoctorQuery } from '../contract/query.js';
import type { ReviewIndex } from '../read-model/reviews/review-index.js';
import type { Described } from '../schema/schema.js';
import { signalsOf } from '../rules/signal.js';
import type { DirectoryView } from './directory-view.js';
import { findClinics, findDoctors, findServices } from './find.js';
import { type Found, type Page, pageOf } from './list-envelope.js';

/** A request to an operation, before its parameters are checked. */
export interface OperationRequest {
  readonly subject?: string;
  readonly parameters: RawParameters;
  /** The answer sizes of the caller. */
  readonly sizes?: AnswerSizes;
}

type ReadState = (view: DirectoryView, request: Required<OperationRequest>) => string;

const unchanging: ReadState = () => '';

/**
 * What the clock changes in the answers of each operation. Within a dataset version doctors only turn stale and years only
 * grow, so that equal counts of the same doctors mean equal answers.
 */
const STATES: Readonly<Record<OperationName, ReadState>> = {
  listDoctors: pageState('listDoctors', doctorPage),
  searchDoctors: pageState('searchDoctors', doctorPage),
  getSummary: ({ totals }) => String(totals.summary.dataFreshness.fresh),
  getDoctor({ model: { doctors }, asOf }, { subject }) {
    const ordinal = doctors.ordinalOf(subject);
    if (ordinal === undefined) return '';
    const { fresh, years } = doctors.clockState([ordinal], asOf);
    return `${fresh}.${years}`;
  },
  listDoctorReviews: unchanging,
  getDoctorSignals: ({ model, asOf }, { subject }) =>
    signalState(model.doctorReviews, model.doctors.ordinalOf(subject), asOf.today),
  listClinics: pageState('listClinics', (view, query, page) =>
    movesWithClock(query) ? membersOf(findClinics(view, query, page)) : '',
  ),
  getClinic({ model: { clinics }, asOf }, { subject, sizes }) {
    const ordinal = clinics.ordinalOf(subject.toLowerCase());
    return ordinal === undefined ? '' : String(clinics.clockState(ordinal, asOf, sizes.nestedDoctors));
  },
  listClinicReviews: unchanging,
  getClinicSignals: ({ model, asOf }, { subject }) =>
    signalState(model.clinicReviews, model.clinics.ordinalOf(subject.toLowerCase()), asOf.today),
  listSpecialists: pageState('listSpecialists', (view, query, page) =>
    movesWithClock(query) ? membersOf(findServices(view, query, page)) : '',
  ),
  listSpecialties: unchanging,
  listLanguages: unchanging,
};

/** Returns a text that changes whenever the clock changes the answer to a request, and then only. */
export function clockState(name: OperationName, view: DirectoryView, request: OperationRequest): string {
  const { subject = '', parameters, sizes = FULL_SIZES } = request;
  return STATES[name](view, { subject, parameters, sizes });
}

/** Reads the state of a page of a list. An invalid query has no page. */
function pageState<Name extends OperationName>(
  name: Name,
  stateOf: (view: DirectoryView, query: QueryOf<Name>, page: Page) => string,
): ReadState {
  const reader = new QueryReader(OPERATIONS[name].query as Described<QueryOf<Name>>);
  return (view, { parameters, sizes }) => {
    try {
      const query = reader.read(parameters);
      return stateOf(view, query, pageOf(query, sizes));
    } catch (error) {
      if (error instanceof DirectoryError) return '';
      throw error;
    }
  };
}

function doctorPage(view: DirectoryView, query: DoctorQuery, page: Page): string {
  const found = findDoctors(view, query, page);
  const { fresh, years } = view.model.doctors.clockState(found.ordinals, view.asOf);
  return `${fresh}.${years}.${movesWithClock(query) ? membersOf(found) : ''}`;
}

/** Returns whether the clock changes which records match: no other filter depends on it. */
function movesWithClock({ minYears, maxYears }: DoctorQuery | ClinicQuery): boolean {
  return minYears !== undefined || maxYears !== undefined;
}

function membersOf({ total, ordinals }: Found): string {
  return `${total}:${Array.from(ordinals).join()}`;
}

function signalState(reviews: ReviewIndex, ordinal: number | undefined, today: number): string {
  return ordinal === undefined ? '' : JSON.stringify(signalsOf(reviews.ratings(ordinal), today));
}
