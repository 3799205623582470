import {
  type DoctorFacets,
  type Facet,
  FACET_VALUES,
  FacetQuery,
  type FacetValue,
} from '@care-atlas/domain/contract';
import { visibleValue } from '../visible-text.js';
import { DEFAULT_ROWS, fittingRows, type Row } from './answer/budget.js';
import { ACCEPTANCE, joinLines, readingOf } from './answer/text.js';
import { answerSchema } from './declaration/output-schema.js';
import { tool } from './declaration/tool.js';

const CAUTION =
  'Acceptance and hours are best effort, and not known is not no: tell the user to phone the clinic to confirm.';
/** Maximum characters of an answer besides its values, readings and warnings. */
const FRAME = 1_000;
/** The groups in which one doctor may have several values. */
const OVERLAPPING: readonly string[] = ['specialty', 'language', 'area'] satisfies Facet[];
/** What the values of `accepting` mean. */
const ACCEPTING = new Map([
  ['true', ACCEPTANCE.yes],
  ['false', ACCEPTANCE.no],
  ['unknown', ACCEPTANCE.unknown],
]);

interface CountedRow extends Row {
  readonly group: string;
  readonly item: FacetValue;
}

export const countDoctors = tool<FacetQuery>(
  {
    name: 'count_doctors',
    title: 'Count doctors',
    description:
      'Counts the doctors that match every filter, in groups. Use it for "how many", "which are most common", and how many do not accept patients: by accepting, where not known is apart from no. For the doctors themselves use search_doctors. Example: {"by":["accepting"],"specialties":["Pediatrics"]}. It cannot count clinics or reviews.',
    query: FacetQuery,
    hasOpenNow: true,
    own: { limit: { type: 'integer', description: 'Values per group: 50, or up to 200.' } },
    outputSchema: answerSchema({
      total: { type: 'integer' },
      facets: { type: 'object', description: 'By group, a list of value and count.' },
    }),
  },
  async (query, { directory }) => {
    const { total, facets, ...said } = visibleValue(await directory.reads.getFacets(query));
    const { interpreted = [], warnings = [] } = said;
    const limit = Math.min(query.limit ?? FACET_VALUES.default, FACET_VALUES.maximum);
    const shown = fittingRows(
      rowsOf(facets),
      query.limit ?? DEFAULT_ROWS,
      FRAME + JSON.stringify(said).length,
    );
    const groups = Object.entries(facets).map(([group, values]) => {
      const rows = shown.filter((row) => row.group === group);
      return { group, rows, leftOut: values.length - rows.length, isFull: values.length === limit };
    });
    const cut = groups.filter(({ leftOut }) => leftOut > 0);
    const text = joinLines(
      `Doctors that match: ${total}.`,
      ...groups.map((group) => lineOf(group, total)),
      ...interpreted.map(readingOf),
      ...warnings,
      CAUTION,
    );
    const structured = {
      total,
      facets: Object.fromEntries(groups.map(({ group, rows }) => [group, rows.map(({ item }) => item)])),
      ...(cut.length > 0 && {
        leftOut: Object.fromEntries(cut.map(({ group, leftOut }) => [group, leftOut])),
      }),
      ...said,
    };
    return { text, structured, cautions: [CAUTION] };
  },
);

/** Returns the values of all groups, the most common of each first, so that a short answer has some of each. */
function rowsOf(facets: DoctorFacets['facets']): readonly CountedRow[] {
  const ranked = Object.entries(facets).flatMap(([group, values]: [string, readonly FacetValue[]]) =>
    values.map((item, rank) => {
      const name = group === 'accepting' ? ACCEPTING.get(item.value) : item.value;
      return { group, rank, item, line: `${name} ${item.count}` };
    }),
  );
  return ranked.toSorted((a, b) => a.rank - b.rank);
}

interface Group {
  readonly group: string;
  readonly rows: readonly CountedRow[];
  readonly leftOut: number;
  /** Whether there may be more values than the limit. */
  readonly isFull: boolean;
}

function lineOf({ group, rows, leftOut, isFull }: Group, total: number): string {
  const title = OVERLAPPING.includes(group) ? `${group} (one doctor may count in several)` : group;
  const values = rows.map(({ line }) => line).join('; ');
  const disclosed = rows.reduce((sum, { item }) => sum + item.count, 0);
  const isUndisclosed = group === 'gender' && disclosed < total && leftOut === 0 && !isFull;
  const parts = [
    values || (!isFull && 'none'),
    isUndisclosed && `not disclosed ${total - disclosed}`,
    leftOut > 0 && `${leftOut} more left out to keep the answer short`,
    isFull && 'there may be more: raise limit',
  ];
  return `- by ${title}: ${parts.filter(Boolean).join('; ')}`;
}
