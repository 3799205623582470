import { Answer } from '../../contract/answer.js';
import {
  type ComparedValue,
  EXPLAINED_LIST_NAMES,
  EXPLAINED_LISTS,
  type ExplainedList,
  type Explanation,
  type ExplanationQuery,
  type FailedFilter,
  type ListParameters,
  type RecordState,
  type Relaxation,
} from '../../contract/explanation.js';
import type { Query } from '../../contract/queries/page-query.js';
import type { DoctorQuery } from '../../contract/queries/query.js';
import { QueryReader } from '../../contract/queries/query-reader.js';
import type { AnswerSizes } from '../../access/tier.js';
import type { Message } from '../../messages/index.js';
import { objectOf } from '../../read-model/memory/object-of.js';
import { fewestDropped } from '../../rules/fewest-dropped.js';
import type { Described } from '../../schema/schema.js';
import { closedAt, type DirectoryView, foundClinic } from '../directory-view.js';
import { interpretQuery } from '../interpret/interpret-query.js';
import { pageOf, wholeAnswer } from '../list-envelope.js';
import { LIST_OPERATIONS, LISTED_RECORDS, type ListedRecord } from './explained-list.js';
import { failureOf } from './failure.js';
import { type AppliedQuery, type FilterName, dependentFilters, filtersOf, withFilters } from './filters.js';

export type ExplanationRequest = ExplanationQuery & ListParameters;

const READERS = objectOf(
  EXPLAINED_LIST_NAMES,
  (list) => new QueryReader(EXPLAINED_LISTS[list] as Described<Query & ListParameters>),
);

/**
 * Returns whether a list has a record, where, and if not, why.
 * @throws DirectoryError as the list does
 */
export function explainAbsence(
  view: DirectoryView,
  request: ExplanationRequest,
  sizes: AnswerSizes,
): Answer<Explanation> {
  const { list, id, warnings: ignored = [], interpreted: _interpreted, ...parameters } = request;
  // Parameters that were not sent are not unknown to the list.
  const sent = READERS[list].read(
    Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined)),
  );
  const query = interpretQuery(view, sent, LIST_OPERATIONS[list]) as Query & AppliedQuery;
  const record = recordOf(view, list, id);
  const { warnings, interpreted, limit, offset } = pageOf(query as Query & ListParameters, sizes);
  const said = [...ignored, ...record.warnings, ...warnings];
  const answer = (explanation: Omit<Explanation, 'record' | 'interpreted' | 'warnings'>) => {
    const about = interpreted.length > 0 && { interpreted };
    return wholeAnswer<Explanation>({ record: state, ...explanation, ...about }, said);
  };
  const { state, ordinal } = record;
  if (ordinal === undefined)
    return answer({ included: false, position: null, failed: record.failed, relax: [] });
  const listed = LISTED_RECORDS[list](view, ordinal);
  const applied = withAlias(view, query, sent);
  if (listed.meets(applied)) {
    const position = listed.position(applied);
    const isOnPage = position >= offset && position < offset + limit;
    const note = isOnPage ? {} : ({ note: 'beyond_page' } as const);
    return answer({ included: true, position, failed: [], relax: [], ...note });
  }
  const names = failedNames(list, applied, listed);
  const failed = failureOf(view, list, ordinal, applied, listed);
  return answer({
    included: false,
    position: null,
    failed: names.map((name) => failed(name, wantedIn(sent, name))),
    relax: names.map((name) => relaxed(name, applied, listed)),
  });
}

/** Returns the fewest filters that leave a record out, in the order of the contract. */
function failedNames(
  list: ExplainedList,
  query: AppliedQuery,
  { meets }: ListedRecord,
): readonly FilterName[] {
  const names = filtersOf(list, query);
  const failed = new Set<string>();
  for (const group of dependentFilters(list, names)) {
    const meetsWithout = (dropped: readonly string[]) =>
      meets(
        withFilters(
          query,
          group.filter((name) => !dropped.includes(name)),
        ),
      );
    for (const name of fewestDropped(group, meetsWithout)) failed.add(name);
  }
  return names.filter((name) => failed.has(name));
}

function relaxed(name: FilterName, query: AppliedQuery, { total }: ListedRecord): Relaxation {
  const others = Object.keys(query).filter((other) => other !== name);
  return { drop: name, total: total(withFilters(query, others)) };
}

// Leaving `languages` out lets its alias count, which is not read beside it.
function withAlias(view: DirectoryView, query: AppliedQuery, { language }: ListParameters): AppliedQuery {
  if (query.languages === undefined || language === undefined) return query;
  return { ...query, language: interpretQuery<DoctorQuery>(view, { language }, 'listDoctors').language };
}

function wantedIn(sent: ListParameters, name: FilterName): ComparedValue {
  return sent[name] ?? null;
}

interface FoundRecord {
  readonly state: RecordState;
  /** Undefined for a record that is not listed. */
  readonly ordinal?: number;
  readonly failed: readonly FailedFilter[];
  readonly warnings: readonly Message[];
}

const UNKNOWN: FoundRecord = { state: 'unknown', failed: [], warnings: [] };

function recordOf(view: DirectoryView, list: ExplainedList, id: string): FoundRecord {
  return list === 'doctors' || list === 'search' ? doctorOf(view, id) : clinicOf(view, id);
}

function doctorOf({ model: { doctors } }: DirectoryView, number: string): FoundRecord {
  const ordinal = doctors.ordinalOf(number);
  if (ordinal === undefined) return UNKNOWN;
  const expiredAt = doctors.expiredAt(ordinal);
  if (expiredAt === null) return { state: 'listed', ordinal, failed: [], warnings: [] };
  const failed = [{ param: 'id', wanted: 'listed', has: expiredAt, reason: 'registration_expired' } as const];
  return { state: 'expired', failed, warnings: [] };
}

function clinicOf({ model }: DirectoryView, id: string): FoundRecord {
  const { ordinal, warnings } = foundClinic(model, id);
  if (ordinal !== undefined) return { state: 'listed', ordinal, failed: [], warnings };
  const closed = closedAt(model, model.survivors.get(id.toLowerCase()) ?? id);
  if (closed === undefined) return UNKNOWN;
  const failed = [{ param: 'id', wanted: 'listed', has: closed, reason: 'clinic_closed' } as const];
  return { state: 'closed', failed, warnings };
}
