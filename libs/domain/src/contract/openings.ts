import { OneOf, Text } from '../schema/query-field.js';
import { declareField, fieldsOf, type JsonSchema } from '../schema/schema.js';
import type { NameComparison } from '../text/name-match.js';
import { invalidParameters } from './error.js';
import { ChangeQuery } from './feed.js';
import type { Query } from './queries/page-query.js';
import { ClinicQuery, DoctorQuery, MatchNames, PARTS_OF_NAME, SpecialistQuery } from './queries/query.js';
import { QueryReader, type RawParameters } from './queries/query-reader.js';

/** The optional members of an item in the filtered feed of changes. */
export const OPENING_EXTRAS = ['availability', 'contact'] as const;
export type OpeningExtra = (typeof OPENING_EXTRAS)[number];

/** The filters of /doctors and of /doctors/search. */
export class WatchedDoctorQuery extends DoctorQuery {
  @Text({
    description: 'As q of /doctors/search.',
    minLength: 2,
    example: 'chen',
    forModels: PARTS_OF_NAME,
  })
  q?: string;
  @MatchNames() match?: NameComparison;
}

/** The lists that the feed of changes can be filtered by, each with its query. */
export const WATCHED_LISTS = {
  doctors: WatchedDoctorQuery,
  clinics: ClinicQuery,
  specialists: SpecialistQuery,
};
export type WatchedListName = keyof typeof WATCHED_LISTS;
export const WATCHED_LIST_NAMES = Object.keys(WATCHED_LISTS) as readonly WatchedListName[];
type WatchedQueries = { readonly [List in WatchedListName]: InstanceType<(typeof WATCHED_LISTS)[List]> };
export type WatchedQuery = WatchedQueries[WatchedListName];

/** GET /changes with the filters of a list. */
export class OpeningQuery extends ChangeQuery {
  @OneOf(WATCHED_LIST_NAMES, {
    description:
      'With the filters of a list: what entered that list, left it or changed in it. doctors takes those of /doctors and of /doctors/search, clinics those of /clinics, specialists those of /specialists.',
    example: 'doctors',
  })
  list?: WatchedListName;
}

/** Parameters of lists that the filtered feed refuses, because it has another order, page and form. */
export const REFUSED_WITH_LIST = ['types', 'offset', 'sort', 'group', 'format'];
/** Parameters of the feed itself. */
const OF_FEED = ['list', 'after', 'since', 'limit'];

// The list is known only when the request is read, so that its filters are documented here and not checked.
for (const [name, schema] of documentedFilters())
  declareField(OpeningQuery.prototype, { name, schema, required: false });

function documentedFilters(): ReadonlyMap<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  for (const { name, schema } of Object.values(WATCHED_LISTS).flatMap((query) => fieldsOf(query))) {
    if (found.has(name) || REFUSED_WITH_LIST.includes(name) || OF_FEED.includes(name)) continue;
    const { deprecated: _deprecated, ...documented } = schema;
    const items =
      name === 'include' ? { items: { ...schema.items, enum: OPENING_EXTRAS }, examples: [['contact']] } : {};
    found.set(name, { ...documented, ...items, description: `With list: as ${name} of the list.` });
  }
  return found;
}

const READERS = {
  doctors: new QueryReader(WATCHED_LISTS.doctors),
  clinics: new QueryReader(WATCHED_LISTS.clinics),
  specialists: new QueryReader(WATCHED_LISTS.specialists),
};

/**
 * Reads the filters of a list from the parameters of the feed of changes.
 * @param reader of the filters, if they are read as another interface does
 * @throws DirectoryError `missing_param` as the list does, for a parameter that the feed refuses, and for a place without a bound
 */
export function readWatchedQuery(
  list: WatchedListName,
  raw: RawParameters,
  reader: Pick<QueryReader<Query>, 'read'> = READERS[list] as QueryReader<Query>,
): WatchedQuery {
  for (const param of REFUSED_WITH_LIST)
    if (isSent(raw[param]))
      throw invalidParameters([{ param, message: `${param} must be sent without list.` }]);
  const filters = Object.fromEntries(Object.entries(raw).filter(([name]) => !OF_FEED.includes(name)));
  const query = reader.read(filters) as WatchedQuery;
  const unknown = query.include?.find((extra) => !(OPENING_EXTRAS as readonly string[]).includes(extra));
  if (unknown !== undefined)
    throw invalidParameters([
      {
        param: 'include',
        message: 'include must be a comma-separated list of availability or contact, with list.',
      },
    ]);
  const { near, lat, within, area } = query;
  const param = near === undefined ? 'lat' : 'near';
  if ((near ?? lat) !== undefined && within === undefined && area === undefined)
    throw invalidParameters([
      { param, message: `${param} requires within or area, with list: changes have no order by distance.` },
    ]);
  return query;
}

function isSent(value: unknown): boolean {
  return value !== undefined && value !== '';
}
