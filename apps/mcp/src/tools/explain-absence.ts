import {
  ClinicQuery,
  DoctorQuery,
  DoctorSearchQuery,
  type ExplainedList,
  type Explanation,
  invalidParameters,
  type ListParameters,
  Query,
  SpecialistQuery,
} from '@care-atlas/domain/contract';
import { declareField, type Described, OneOf, Text } from '@care-atlas/domain/schema';
import { visibleMessages, visibleValue } from '../visible-text.js';
import { DEFAULT_ROWS } from './answer/budget.js';
import { explanationLines } from './answer/explanation.js';
import { joinLines, requestLines } from './answer/text.js';
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
    const { warnings } = visibleMessages(answer);
    const isOpen = explanation.failed.some(({ reason }) => reason === 'value_unknown');
    return {
      textIn: (texts) => {
        const { verdict, filters } = explanationLines(asked.tool, id, explanation, texts);
        return joinLines(
          verdict,
          ...filters.map((filter) => `- ${filter}`),
          ...requestLines(explanation.interpreted, warnings, texts),
          isOpen && texts.answers.cautions.phone,
        );
      },
      structured: Object.assign<Record<string, unknown>, Explanation>({ id }, explanation),
      warnings,
      cautions: isOpen ? ['phone'] : [],
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
