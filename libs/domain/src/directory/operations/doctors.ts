import type { AnswerSizes } from '../../access/tier.js';
import type { Answer } from '../../contract/answer.js';
import type { DoctorItem } from '../../contract/answers/doctor-answer.js';
import type { DoctorAnswer, DoctorList } from '../../contract/answers/list-answer.js';
import type { PlaceDetailQuery } from '../../contract/queries/place-query.js';
import type { DoctorQuery } from '../../contract/queries/query.js';
import type { RequestedExtras } from '../../read-model/clinics/clinic-extras.js';
import type { AppendMembers } from '../../read-model/memory/text-memory.js';
import type { ReadModel } from '../../read-model/read-model.js';
import type { AsOf } from '../../rules/time/as-of.js';
import { ratingOf } from '../../rules/rating.js';
import type { DirectoryView } from '../directory-view.js';
import { findDoctors } from '../find.js';
import { interpretPlaces, interpretQuery } from '../interpret/interpret-query.js';
import { DOCTOR_ANSWER, DOCTOR_LIST, itemList, listStart, pageOf, recordAnswer } from '../list-envelope.js';
import { requestedExtras } from '../requested-extras.js';
import { doctorOrdinal } from '../subject.js';

/** The members of a doctor's item that many doctors share. */
type SharedMember = 'gender' | 'specialties' | 'languages' | 'syncedAt' | 'clinic' | 'availability';
type OwnMembers = Omit<DoctorItem, SharedMember>;

/** A page of doctors without what many doctors share, for callers that read that once per dataset version. */
export interface DoctorParts {
  /** The list; its items have only their own members, and what the query includes except the availability. */
  readonly own: Answer<Omit<DoctorList, 'doctors'> & { readonly doctors: readonly OwnMembers[] }>;
  /** The doctors on the page, in order. */
  readonly ordinals: ArrayLike<number>;
  readonly model: ReadModel;
  readonly asOf: AsOf;
}

const START = listStart(DOCTOR_LIST);

export function listDoctors(
  view: DirectoryView,
  request: DoctorQuery,
  sizes: AnswerSizes,
  apiUrl: string,
): Answer<DoctorList> {
  const { query, page, found } = foundPage(view, request, sizes);
  const { doctors } = view.model;
  const extend = extendBy(view, requestedExtras(query, apiUrl, view.asOf));
  return itemList<DoctorList>(START, found, page, (ordinals, body) =>
    doctors.addItems(ordinals, view.asOf, body, extend),
  );
}

export function listDoctorParts(
  view: DirectoryView,
  request: DoctorQuery,
  sizes: AnswerSizes,
  apiUrl: string,
): DoctorParts {
  const { query, page, found } = foundPage(view, request, sizes);
  const { model, asOf } = view;
  const extras = requestedExtras(query, apiUrl, asOf);
  const members = extras?.members.filter((member) => member !== 'availability') ?? [];
  const extend = extendBy(view, extras && members.length > 0 ? { ...extras, members } : undefined);
  const own = itemList(START, found, page, (ordinals, body) =>
    model.doctors.addItems(ordinals, asOf, body, extend, 'own'),
  ) as DoctorParts['own'];
  return { own, ordinals: found.ordinals, model, asOf };
}

/** @throws DirectoryError `not_found` */
export function getDoctor(
  { model, asOf }: DirectoryView,
  registrationNumber: string,
  request: PlaceDetailQuery,
  sizes: AnswerSizes,
  apiUrl: string,
): Answer<DoctorAnswer> {
  const query = interpretPlaces(request);
  const ordinal = doctorOrdinal(model, registrationNumber);
  const rating = ratingOf(model.doctorReviews.ratings(ordinal));
  const extras = requestedExtras(query, apiUrl, asOf);
  return recordAnswer<DoctorAnswer>(DOCTOR_ANSWER.doctor, query, (body) => {
    model.doctors.addDetailStart(ordinal, asOf, rating, body);
    model.doctorReviews.addPage(ordinal, 0, sizes.nestedReviews, body);
    model.doctors.addExpiry(ordinal, body);
    model.clinics.addClinicsOf(ordinal, body);
    if (extras) model.clinics.addExtras(model.doctors.primaryClinic(ordinal), extras, body);
    body.text('}');
  });
}

function foundPage(view: DirectoryView, request: DoctorQuery, sizes: AnswerSizes) {
  const query = interpretQuery(view, request, 'listDoctors');
  const page = pageOf(query, sizes);
  return { query, page, found: findDoctors(view, query, page) };
}

function extendBy({ model }: DirectoryView, extras: RequestedExtras | undefined): AppendMembers | undefined {
  const { doctors, clinics } = model;
  return extras && ((doctor, page) => clinics.extras.add(doctors.primaryClinic(doctor), extras, page));
}
