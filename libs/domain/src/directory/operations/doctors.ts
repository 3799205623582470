import type { AnswerSizes } from '../../access/tier.js';
import type { Answer } from '../../contract/answer.js';
import type { DoctorItem } from '../../contract/answers/doctor-answer.js';
import type { DoctorAnswer, DoctorList } from '../../contract/answers/list-answer.js';
import type { DoctorDetailQuery, DoctorQuery } from '../../contract/queries/query.js';
import type { RequestedExtras } from '../../read-model/clinics/clinic-extras.js';
import type { AppendMembers } from '../../read-model/memory/text-memory.js';
import type { ReadModel } from '../../read-model/read-model.js';
import { DOCTOR_DETAIL, DOCTOR_ITEM } from '../../read-model/wire/doctor-parts.js';
import { memberStart } from '../../read-model/wire/parts.js';
import type { AsOf } from '../../rules/time/as-of.js';
import { ratingOf } from '../../rules/rating.js';
import { utf8 } from '../../text/utf8.js';
import type { DirectoryOptions } from '../directory-options.js';
import type { DirectoryView } from '../directory-view.js';
import { findByClinic, type FoundByClinic } from '../find-by-clinic.js';
import { findDoctors } from '../find.js';
import { interpretQuery } from '../interpret/interpret-query.js';
import { interpretPlaces } from '../interpret/places.js';
import {
  DOCTOR_ANSWER,
  DOCTOR_LIST,
  type Found,
  itemList,
  listStart,
  type Page,
  pageOf,
  recordAnswer,
} from '../list-envelope.js';
import { ownAcceptance } from './evidence.js';
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
const AT_CLINIC = utf8(memberStart(DOCTOR_ITEM.atClinic));

export function listDoctors(
  view: DirectoryView,
  request: DoctorQuery,
  sizes: AnswerSizes,
  options: DirectoryOptions,
): Answer<DoctorList> {
  const { query, page, found } = foundPage(view, request, sizes);
  const { doctors } = view.model;
  const extras = requestedExtras(query, options.apiUrl, view.asOf);
  const extend = extendBy(view, extras, registerPageOf(query, options), found);
  return itemList<DoctorList>(START, found, page, (ordinals, body) =>
    doctors.addItems(ordinals, view.asOf, body, extend),
  );
}

export function listDoctorParts(
  view: DirectoryView,
  request: DoctorQuery,
  sizes: AnswerSizes,
  options: DirectoryOptions,
): DoctorParts {
  const { query, page, found } = foundPage(view, request, sizes);
  const { model, asOf } = view;
  const extras = requestedExtras(query, options.apiUrl, asOf);
  const members = extras?.members.filter((member) => member !== 'availability') ?? [];
  const others = extras && members.length > 0 ? { ...extras, members } : undefined;
  const extend = extendBy(view, others, registerPageOf(query, options), found);
  const own = itemList(START, found, page, (ordinals, body) =>
    model.doctors.addItems(ordinals, asOf, body, extend, 'own'),
  ) as DoctorParts['own'];
  return { own, ordinals: found.ordinals, model, asOf };
}

/** @throws DirectoryError `not_found` */
export function getDoctor(
  view: DirectoryView,
  registrationNumber: string,
  request: DoctorDetailQuery,
  sizes: AnswerSizes,
  options: DirectoryOptions,
): Answer<DoctorAnswer> {
  const { model, asOf } = view;
  const query = interpretPlaces(request, view.model);
  const ordinal = doctorOrdinal(model, registrationNumber);
  const rating = ratingOf(model.doctorReviews.ratings(ordinal));
  const extras = requestedExtras(query, options.apiUrl, asOf);
  const registerPage = registerPageOf(query, options);
  return recordAnswer<DoctorAnswer>(DOCTOR_ANSWER.doctor, query, (body) => {
    model.doctors.addDetailStart(ordinal, asOf, rating, body);
    model.doctorReviews.addPage(ordinal, 0, sizes.nestedReviews, body);
    model.doctors.addExpiry(ordinal, body);
    model.clinics.addClinicsOf(ordinal, body);
    if (extras) model.clinics.addExtras(model.doctors.primaryClinic(ordinal), extras, body);
    if (registerPage) model.doctors.addRegistration(ordinal, registerPage(registrationNumber), body);
    const own = query.include?.includes('availability') ? ownAcceptance(view, ordinal) : undefined;
    if (own) body.text(`${memberStart(DOCTOR_DETAIL.ownAcceptance)}${JSON.stringify(own)}`);
    body.text('}');
  });
}

function foundPage(
  view: DirectoryView,
  request: DoctorQuery,
  sizes: AnswerSizes,
): { readonly query: DoctorQuery; readonly page: Page; readonly found: Found & Partial<FoundByClinic> } {
  const query = interpretQuery(view, request, 'listDoctors');
  const page = pageOf(query, sizes);
  const found = query.group === 'clinic' ? findByClinic(view, query, page) : findDoctors(view, query, page);
  return { query, page, found };
}

/** Returns the address of the register's public page of a registration number; null if it is not configured. */
type RegisterPage = (registrationNumber: string) => string | null;

/** Returns the address of the page of a registration, if the query includes the registration. */
function registerPageOf(
  { include }: DoctorQuery | DoctorDetailQuery,
  { registerPageUrl }: DirectoryOptions,
): RegisterPage | undefined {
  if (!include?.includes('registration')) return undefined;
  return (number) => registerPageUrl?.replaceAll('{number}', number) ?? null;
}

function extendBy(
  { model }: DirectoryView,
  extras: RequestedExtras | undefined,
  registerPage: RegisterPage | undefined,
  { atClinic }: Partial<FoundByClinic>,
): AppendMembers | undefined {
  const { doctors, clinics } = model;
  if (!extras && !registerPage && !atClinic) return undefined;
  return (doctor, page) => {
    if (extras) clinics.extras.add(doctors.primaryClinic(doctor), extras, page);
    if (registerPage)
      doctors.addItemRegistration(doctor, registerPage(doctors.registrationNumber(doctor)), page);
    if (atClinic) page.addConstant(AT_CLINIC).addText(JSON.stringify(atClinic(doctor)));
  };
}
