import type { AnswerSizes } from '../../access/tier.js';
import type { Answer } from '../../contract/answer.js';
import type { SpecialistList } from '../../contract/answers/list-answer.js';
import type { SpecialistQuery } from '../../contract/queries/query.js';
import type { Message } from '../../messages/index.js';
import type { AppendMembers } from '../../read-model/memory/text-memory.js';
import type { DirectoryView } from '../directory-view.js';
import { findDoctors, findServices, offeredServices } from '../find.js';
import { interpretQuery } from '../interpret/interpret-query.js';
import { itemList, listStart, pageOf, SPECIALIST_LIST } from '../list-envelope.js';
import { requestedExtras } from '../requested-extras.js';

const START = listStart(SPECIALIST_LIST);

export function listSpecialists(
  view: DirectoryView,
  request: SpecialistQuery,
  sizes: AnswerSizes,
  apiUrl: string,
): Answer<SpecialistList> {
  const query = interpretQuery(view, request, 'listSpecialists');
  const { services, clinics } = view.model;
  const page = pageOf(query, sizes);
  const extras = requestedExtras(query, apiUrl, view.asOf, true);
  const extend: AppendMembers | undefined =
    extras &&
    ((service, to) => {
      clinics.extras.add(services.clinicOf(service), extras, to);
      services.addExtras(service, extras, to);
    });
  const found = findServices(view, query, page);
  const elsewhere = found.total > 0 ? undefined : doctorsInstead(view, query, sizes);
  return itemList<SpecialistList>(
    START,
    found,
    elsewhere ? { ...page, warnings: [...page.warnings, elsewhere] } : page,
    (ordinals, body) => services.addItems(ordinals, body, extend),
    query.include?.includes('notes')
      ? () => Array.from(found.ordinals, (service) => clinics.extras.notesOf(services.clinicOf(service)))
      : undefined,
  );
}

/** Returns the warning that says where the doctors of a specialty are that no clinic offers; undefined without any. */
function doctorsInstead(
  view: DirectoryView,
  query: SpecialistQuery,
  sizes: AnswerSizes,
): Message | undefined {
  const { specialty } = query;
  if (offeredServices(view.model, query).length > 0) return undefined;
  const doctors = findDoctors(view, { specialties: [specialty] }, pageOf({}, sizes)).total;
  return doctors > 0 ? { code: 'no_services', params: { specialty, doctors } } : undefined;
}
