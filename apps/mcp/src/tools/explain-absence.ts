import {
  ClinicQuery,
  type ComparedValue,
  DoctorQuery,
  DoctorSearchQuery,
  type ExplainedList,
  type Explanation,
  type FailedFilter,
  invalidParameters,
  type ListParameters,
  Query,
  SpecialistQuery,
} from '@care-atlas/domain/contract';
import { declareField, type Described, OneOf, Text } from '@care-atlas/domain/schema';
import { visibleValue } from '../visible-text.js';
import { DEFAULT_ROWS } from './answer/budget.js';
import { joinLines, PHONE_REMINDER, readingOf, yesNo } from './answer/text.js';
import { ArgumentReader } from './declaration/argument-reader.js';
import { readOpenNow, type ToolArguments } from './declaration/open-now.js';
import { answerSchema } from './declaration/output-schema.js';
import { type Tool, tool } from './declaration/tool.js';
import { listSpecialists } from './list-specialists.js';
import { searchClinics } from './search-clinics.js';
import { searchDoctors } from './search-doctors.js';

const SEARCHES: Readonly<Record<string, Tool>> = {
  search_doctors: searchDoctors,
  search_clinics: searchClinics,
  list_specialists: listSpecialists,
};
const LONGEST_LIST = 10;

class AbsenceQuery extends Query {
  @OneOf(Object.keys(SEARCHES), { description: '', required: true }) tool: keyof typeof SEARCHES;
  @Text({ description: 'cpso of a doctor, or id of a clinic.', minLength: 1, required: true }) id: string;
  /** The arguments of the search. They are checked as the search checks them. */
  readonly arguments?: ToolArguments;
}
declareField(AbsenceQuery.prototype, {
  name: 'arguments',
  schema: { type: 'object', description: 'Those of the search.' },
  required: false,
});

export const explainAbsence = tool(
  {
    name: 'explain_absence',
    title: 'Explain a missing record',
    description:
      'Why a search leaves out a doctor or clinic, and which filters to drop. Use it when an expected record is missing; to find its id use search_doctors. Example: {"tool":"search_doctors","id":"900001","arguments":{"gender":"male"}}. It cannot add a record.',
    query: AbsenceQuery,
    outputSchema: answerSchema({
      record: { type: 'string' },
      included: { type: 'boolean' },
      failed: { type: 'array' },
      relax: { type: 'array' },
    }),
  },
  async (asked, { directory, sizes, clock }) => {
    const { id } = asked;
    const pageDefault = Math.min(DEFAULT_ROWS, sizes.pageMaximum);
    const request = { ...readSearch(asked, clock()), id };
    const answer = await directory.reads.explainAbsence(request, { ...sizes, pageDefault });
    const explanation = visibleValue(answer);
    const { failed, relax, interpreted = [], warnings = [] } = explanation;
    const isOpen = failed.some(({ reason }) => reason === 'value_unknown');
    const text = joinLines(
      verdictOf(explanation, asked),
      ...failed
        .filter(({ param }) => param !== 'id')
        .map(
          (filter, i) => `- ${filter.param}: ${sentenceOf(filter)}. Without it: ${relax[i]!.total} matches.`,
        ),
      ...interpreted.map(readingOf),
      ...warnings,
      isOpen && PHONE_REMINDER,
    );
    return {
      text,
      structured: Object.assign<Record<string, unknown>, Explanation>({ id }, explanation),
      cautions: isOpen ? [PHONE_REMINDER] : [],
    };
  },
);

/** @throws DirectoryError as the search does */
function readSearch(
  { tool: name, arguments: given = {} }: AbsenceQuery,
  now: Date,
): ListParameters & { readonly list: ExplainedList } {
  if (typeof given !== 'object' || Array.isArray(given)) {
    const message = 'arguments must be an object: the arguments of the search.';
    throw invalidParameters([{ param: 'arguments', message }]);
  }
  const { args } = readOpenNow(given, now);
  const names = Object.keys(SEARCHES[name]!.inputSchema.properties ?? {});
  const read = (list: ExplainedList, query: Described<Query>) =>
    Object.assign({ list }, new ArgumentReader(query, names).read(args));
  if (name === 'search_clinics') return read('clinics', ClinicQuery);
  if (name === 'list_specialists') return read('specialists', SpecialistQuery);
  return (args['q'] ?? '') === '' ? read('doctors', DoctorQuery) : read('search', DoctorSearchQuery);
}

function verdictOf(
  { record, included, position, failed, note }: Explanation,
  { tool: name, id }: AbsenceQuery,
) {
  if (record === 'unknown') return `The directory has no record with the id ${id}.`;
  if (record !== 'listed') {
    const since = String(failed[0]!.has).slice(0, 10);
    const what = record === 'expired' ? 'The registration of the doctor ended' : 'The clinic closed';
    return `${what} on ${since}: no search finds ${id}.`;
  }
  if (!included) {
    const names = failed.map(({ param }) => param).join(' and ');
    return `${name} leaves out ${id}. Without ${names} it would be found:`;
  }
  const where = `${name} finds ${id}, as number ${position! + 1}`;
  return note === undefined ? `${where}.` : `${where}: offset=${position} begins with it.`;
}

function sentenceOf({ wanted, has, reason }: FailedFilter): string {
  const asked = `asked for ${textOf(wanted)}`;
  switch (reason) {
    case 'value_differs':
      return `${asked}, it has ${textOf(has)}`;
    case 'value_unknown':
      return `${asked}, which is not known: that is not a no`;
    case 'not_the_same_doctor':
      return `${asked}, which a doctor there has, but no one doctor meets all filters on doctors`;
    case 'too_far':
      return `asked for at most ${textOf(wanted)} km, it is ${textOf(has)} km away`;
    case 'clinic_closed':
      return `${asked}, which has closed`;
    case 'registration_expired':
      return 'the registration has ended';
    default:
      return reason satisfies never;
  }
}

function textOf(value: ComparedValue): string {
  if (typeof value === 'boolean') return yesNo(value);
  const values = [value].flat();
  const more = values.length > LONGEST_LIST ? [`${values.length - LONGEST_LIST} more`] : [];
  return [...values.slice(0, LONGEST_LIST), ...more].join(', ') || 'nothing';
}
