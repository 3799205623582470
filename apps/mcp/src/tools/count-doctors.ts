import {
  type DoctorFacets,
  type Facet,
  FACET_VALUES,
  FacetQuery,
  type FacetValue,
} from '@care-atlas/domain/contract';
import { visibleMessages, visibleValue } from '../visible-text.js';
import { DEFAULT_ROWS, fittingRows, type Row } from './answer/budget.js';
import { TEXTS, type Texts } from '../texts/texts.js';
import { joinLines, requestLines } from './answer/text.js';
import { answerSchema } from './declaration/output-schema.js';
import { tool } from './declaration/tool.js';

/** Maximum characters of an answer besides its values, readings and warnings. */
const FRAME = 1_000;
/** The groups in which one doctor may have several values. */
const OVERLAPPING: readonly string[] = ['specialty', 'language', 'area'] satisfies Facet[];
/** What the values of `accepting` mean. */
const ACCEPTING: ReadonlyMap<string, keyof Texts['records']['acceptance']> = new Map([
  ['true', 'yes'],
  ['false', 'no'],
  ['unknown', 'unknown'],
]);
/** The groups whose values have names for people. */
const NAMED: Readonly<Record<string, 'specialty' | 'language' | 'gender' | 'clinicType' | 'freshness'>> = {
  specialty: 'specialty',
  language: 'language',
  gender: 'gender',
  clinicType: 'clinicType',
  freshness: 'freshness',
};

interface CountedRow extends Row {
  readonly group: string;
  readonly item: FacetValue;
}

export const countDoctors = tool<FacetQuery>(
  {
    name: 'count_doctors',
    description:
      'Counts the doctors that match every filter, in groups. Use it for "how many", "which are most common", and how many do not accept patients: by accepting, where not known is apart from no. For the doctors themselves use search_doctors. Example: {"by":["accepting"],"specialties":["Pediatrics"]}. It cannot count clinics or reviews.',
    query: FacetQuery,
    hasOpenNow: true,
    outputSchema: answerSchema({
      total: { type: 'integer' },
      facets: { type: 'object', description: 'By group, a list of value and count.' },
    }),
  },
  async (query, { directory }) => {
    const answer = await directory.reads.getFacets(query);
    const { total, facets, ...said } = visibleValue(answer);
    const { warnings } = visibleMessages(answer);
    const limit = Math.min(query.limit ?? FACET_VALUES.default, FACET_VALUES.maximum);
    const shown = fittingRows(
      rowsOf(facets, TEXTS.en),
      query.limit ?? DEFAULT_ROWS,
      FRAME + JSON.stringify(said).length,
    );
    const groups = Object.entries(facets).map(([group, values]) => {
      const rows = shown.filter((row) => row.group === group);
      return { group, rows, leftOut: values.length - rows.length, isFull: values.length === limit };
    });
    const cut = groups.filter(({ leftOut }) => leftOut > 0);
    const structured = {
      total,
      facets: Object.fromEntries(groups.map(({ group, rows }) => [group, rows.map(({ item }) => item)])),
      ...(cut.length > 0 && {
        leftOut: Object.fromEntries(cut.map(({ group, leftOut }) => [group, leftOut])),
      }),
      ...said,
    };
    return {
      structured,
      textIn: (texts) =>
        joinLines(
          texts.answers.matching(total),
          ...groups.map((group) => lineOf(group, total, texts)),
          ...requestLines(said.interpreted, warnings, texts),
          texts.answers.cautions.counts,
        ),
      cautions: ['counts'],
    };
  },
);

/** Returns the values of all groups, the most common of each first, so that a short answer has some of each. */
function rowsOf(facets: DoctorFacets['facets'], texts: Texts): readonly CountedRow[] {
  const ranked = Object.entries(facets).flatMap(([group, values]: [string, readonly FacetValue[]]) =>
    values.map((item, rank) => ({ group, rank, item, line: counted(group, item, texts) })),
  );
  return ranked.toSorted((a, b) => a.rank - b.rank);
}

function counted(group: string, { value, count }: FacetValue, { records }: Texts): string {
  const { [group]: kind } = NAMED;
  const accepting = group === 'accepting' ? ACCEPTING.get(value) : undefined;
  return `${accepting ? records.acceptance[accepting] : kind ? records[kind](value) : value} ${count}`;
}

interface Group {
  readonly group: string;
  readonly rows: readonly CountedRow[];
  readonly leftOut: number;
  /** Whether there may be more values than the limit. */
  readonly isFull: boolean;
}

function lineOf({ group, rows, leftOut, isFull }: Group, total: number, texts: Texts): string {
  const { answers: t } = texts;
  const title = t.group(t.groups[group] ?? group, OVERLAPPING.includes(group));
  const values = rows.map(({ item }) => counted(group, item, texts)).join('; ');
  const disclosed = rows.reduce((sum, { item }) => sum + item.count, 0);
  const isUndisclosed = group === 'gender' && disclosed < total && leftOut === 0 && !isFull;
  const parts = [
    values || (!isFull && t.none),
    isUndisclosed && t.notDisclosed(total - disclosed),
    leftOut > 0 && t.valuesCut(leftOut),
    isFull && t.maybeMore,
  ];
  return `- ${title}${t.colon} ${parts.filter(Boolean).join('; ')}`;
}
