import type { AnswerSizes } from '../../access/tier.js';
import type { Answer } from '../../contract/answer.js';
import type { ClinicAnswer, ClinicList } from '../../contract/answers/list-answer.js';
import type { PlaceDetailQuery } from '../../contract/queries/place-query.js';
import type { ClinicQuery } from '../../contract/queries/query.js';
import type { Message } from '../../messages/index.js';
import type { AppendMembers } from '../../read-model/memory/text-memory.js';
import type { DirectoryView } from '../directory-view.js';
import { findClinics } from '../find.js';
import { interpretQuery } from '../interpret/interpret-query.js';
import { interpretPlaces } from '../interpret/places.js';
import { CLINIC_ANSWER, CLINIC_LIST, itemList, listStart, pageOf, recordAnswer } from '../list-envelope.js';
import { extrasOfDetail, requestedExtras } from '../requested-extras.js';
import { clinicOf } from '../subject.js';

const START = listStart(CLINIC_LIST);

export function listClinics(
  view: DirectoryView,
  request: ClinicQuery,
  sizes: AnswerSizes,
  apiUrl: string,
): Answer<ClinicList> {
  const query = interpretQuery(view, request, 'listClinics');
  const { clinics } = view.model;
  const page = pageOf(query, sizes);
  const extras = requestedExtras(query, apiUrl, view.asOf);
  const extend: AppendMembers | undefined =
    extras && ((clinic, to) => clinics.extras.add(clinic, extras, to));
  const found = findClinics(view, query, page);
  return itemList<ClinicList>(
    START,
    found,
    page,
    (ordinals, body) => clinics.addItems(ordinals, body, extend),
    query.include?.includes('notes')
      ? () => Array.from(found.ordinals, (clinic) => clinics.extras.notesOf(clinic))
      : undefined,
  );
}

/** @throws DirectoryError `not_found` */
export function getClinic(
  view: DirectoryView,
  id: string,
  request: PlaceDetailQuery,
  sizes: AnswerSizes,
  apiUrl: string,
): Answer<ClinicAnswer> {
  const { clinics } = view.model;
  const { ordinal, query } = clinicOf(view.model, id, interpretPlaces(request, view.model));
  const warnings: Message[] = [...(query.warnings ?? [])];
  const [all, shown] = [clinics.doctorCount(ordinal), sizes.nestedDoctors];
  if (all > shown) warnings.push({ code: 'some_doctors_shown', params: { shown, all } });
  const extras = extrasOfDetail(requestedExtras(query, apiUrl, view.asOf));
  const about = { interpreted: query.interpreted, warnings };
  return recordAnswer<ClinicAnswer>(CLINIC_ANSWER.clinic, about, (body) => {
    clinics.addDetail(ordinal, view.asOf, sizes.nestedDoctors, body);
    if (extras) clinics.addExtras(ordinal, extras, body.dropLast());
    if (extras) body.text('}');
  });
}
