import {
  type Change,
  type ChangePage,
  type ClinicItem,
  DirectoryError,
  type DoctorItem,
  invalidParameters,
  OPENING_EXTRAS,
  Query,
  readWatchedQuery,
  REFUSED_WITH_LIST,
  type SpecialistItem,
  WATCHED_LIST_NAMES,
  WATCHED_LISTS,
  type WatchedListName,
  type WatchedQuery,
} from '@care-atlas/domain/contract';
import { readSince, torontoDate } from '@care-atlas/domain/rules';
import {
  Count,
  declareField,
  type Described,
  fieldsOf,
  OneOf,
  sentWithout,
  Text,
} from '@care-atlas/domain/schema';
import { ConnectorError, type DirectoryReader } from '../directory/directory-reader.js';
import { TEXTS, type Texts } from '../texts/texts.js';
import { visibleMessages, visibleValue } from '../visible-text.js';
import { DEFAULT_ROWS, fittingRows, type Row } from './answer/budget.js';
import { joinLines, joinPhrases, requestLines } from './answer/text.js';
import { ArgumentReader } from './declaration/argument-reader.js';
import { isListed } from './declaration/input-schema.js';
import type { ToolArguments } from './declaration/open-now.js';
import { tool } from './declaration/tool.js';
import { serviceRow } from './list-specialists.js';
import { clinicRow } from './search-clinics.js';
import { doctorRow } from './search-doctors.js';

type OpeningsRequest = Parameters<DirectoryReader['openings']>[0];

class NewsQuery extends Query {
  @OneOf(WATCHED_LIST_NAMES, { description: '', required: true }) list: WatchedListName;
  /** The filters. They are checked as the search checks them. */
  readonly arguments?: ToolArguments;
  @Text({
    description: 'Day or time.',
    minLength: 1,
    rule: sentWithout('since', 'after'),
  })
  since?: string;
  @Text({ description: 'An earlier next.', minLength: 1 }) after?: string;
  @Count({ description: 'Rows.', minimum: 1, forModels: false }) limit?: number;
}
declareField(NewsQuery.prototype, {
  name: 'arguments',
  schema: { type: 'object', description: 'Those of the search.' },
  required: false,
});

/** Parameters that are no filters of a list. */
const NO_FILTERS = [...REFUSED_WITH_LIST, 'list', 'since', 'after', 'limit'];
/** The pages that a call reads at most until one has changes. */
const MOST_EMPTY_PAGES = 20;
/** Maximum characters of the frame of an answer in either form, besides what a request adds. */
const ENVELOPE = 700;

const LISTED = { doctors: 'doctors', clinics: 'clinics', specialists: 'services' } as const;

export const whatsNew = tool(
  {
    name: 'whats_new',
    description:
      'What entered or left a search. Use it for "who began to accept"; who accepts: search_doctors. Example: {"list":"doctors","since":"2026-11-23","arguments":{"near":"Kipling","within":2}}. It cannot notify.',
    query: NewsQuery,
    // What is shorter than in other tools saves tokens: the schema is open.
    outputSchema: { type: 'object', properties: { changes: { type: 'array' }, next: { type: 'string' } } },
  },
  async (asked, { directory, sizes, clock }) => {
    const { list, since, after, limit: wanted = DEFAULT_ROWS } = asked;
    const now = clock();
    const query = readFilters(asked);
    let start: OpeningsRequest['start'] = after === undefined ? undefined : { after };
    if (since !== undefined) start = { since: readSince(since, now) };
    const read = (limit: number) => openings(directory, { list, query, limit, ...(start && { start }) });
    const limit = Math.min(wanted, sizes.pageMaximum);
    let answer = await read(limit);
    let found = visibleValue(answer);
    // A page may be empty although there are more: a model would have to call for each.
    for (let pages = 1; found.changes.length === 0 && found.more && pages < MOST_EMPTY_PAGES; pages++) {
      start = { after: found.next };
      answer = await read(limit);
      found = visibleValue(answer);
    }
    const rows = found.changes.map((change) => rowOf(list, change, now, TEXTS.en));
    const around = ENVELOPE + JSON.stringify(Object.assign({}, found, { changes: [] })).length;
    const fitting = fittingRows(rows, limit, around);
    // The cursor is the one after the last change that is shown.
    const page = visibleValue(fitting.length < rows.length ? await read(fitting.length) : answer);
    const { changes, next, more, interpreted, warnings } = page;
    const { warnings: said } = visibleMessages(answer);
    const isListing = changes.some(({ item }) => item);
    return {
      textIn: (texts) => {
        const { answers } = texts;
        const count = (op: Change['op']) => changes.filter((change) => change.op === op).length;
        return joinLines(
          !start && answers.changesFromNow,
          answers.news(answers.listed[LISTED[list]]!, count('entered'), count('left'), count('changed')),
          ...changes.map((change) => rowOf(list, change, now, texts).line),
          more ? answers.newsGoOn(next) : answers.newsAgain(next),
          ...requestLines(interpreted, said, texts),
          isListing && answers.cautions.phone,
        );
      },
      structured: {
        changes: changes.map((change) => rowOf(list, change, now, TEXTS.en).item),
        next,
        more,
        ...(interpreted && { interpreted }),
        ...(warnings && { warnings }),
      },
      warnings: said,
      cautions: isListing ? ['phone'] : [],
    };
  },
);

async function openings(directory: DirectoryReader, request: OpeningsRequest) {
  try {
    return await directory.openings(request);
  } catch (error) {
    if (!(error instanceof DirectoryError) || error.code !== 'gone') throw error;
    // On a desktop, the sentence of the service is all that is known of the earliest time.
    const since = /since=([^\s,]+)/.exec(error.message)?.[1];
    throw new ConnectorError('gone', { code: 'changes_gone', params: { since } });
  }
}

/** @throws DirectoryError as the search does, for an argument that is no filter, and for a place without a bound */
function readFilters({ list, arguments: given = {} }: NewsQuery): WatchedQuery {
  if (typeof given !== 'object' || Array.isArray(given)) {
    const message = 'arguments must be an object: the filters of the search.';
    throw invalidParameters([{ param: 'arguments', message }]);
  }
  for (const param of NO_FILTERS) {
    if ((given[param] ?? '') === '') continue;
    const message = `${param} is no filter: send since, after and limit beside arguments, and no order or page.`;
    throw invalidParameters([{ param, message }]);
  }
  const described: Described<Query> = WATCHED_LISTS[list];
  const names = fieldsOf(described)
    .filter((field) => isListed(field) && !NO_FILTERS.includes(field.name))
    .map(({ name }) => name);
  const query = readWatchedQuery(list, given, new ArgumentReader(described, names));
  // Rows show both.
  return Object.assign(query, { include: [...OPENING_EXTRAS] });
}

/** Returns a change with its record, in both forms. A record that left is known by its id only. */
function rowOf(list: WatchedListName, change: ChangePage['changes'][number], now: Date, texts: Texts): Row {
  const { op, id, at, reason = [], fields, item } = change;
  const { answers } = texts;
  const day = torontoDate(at);
  const what = answers.newsOf[op as keyof typeof answers.newsOf];
  const happened = what(day, (op === 'changed' ? fields : reason).join(', '));
  const record = item ? recordRow(list, item, now, texts) : undefined;
  const line = record?.line.slice('- '.length) ?? idText(list, id, texts);
  const why = op === 'changed' ? { fields } : { reason };
  return {
    line: `- ${happened}${answers.colon} ${line}`,
    item: { op, day, id, ...why, ...(record && { item: record.item }) },
  };
}

function recordRow(list: WatchedListName, item: NonNullable<Change['item']>, now: Date, texts: Texts): Row {
  if (list === 'doctors') return doctorRow(item as DoctorItem, now, texts);
  if (list === 'clinics') return clinicRow(item as ClinicItem, [], now, texts);
  return serviceRow(item as SpecialistItem, [], false, now, texts);
}

function idText(list: WatchedListName, id: string, { answers, records }: Texts): string {
  if (list === 'doctors') return answers.doctor(id);
  const [clinic = '', ...specialty] = id.split(' ');
  return joinPhrases(
    answers.ofClinic(clinic),
    specialty.length > 0 && records.specialty(specialty.join(' ')),
  );
}
