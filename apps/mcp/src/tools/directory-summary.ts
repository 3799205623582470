import { DirectorySummary, Query } from '@care-atlas/domain/contract';
import { visibleValue } from '../visible-text.js';
import { DEFAULT_ROWS, fittingRows } from './answer/budget.js';
import { answerSchema, outputSchemaOf } from './declaration/output-schema.js';
import { joinLines } from './answer/text.js';
import { tool } from './declaration/tool.js';

// The tool takes no parameters, so that there is nothing to warn of.
const { warnings: _warnings, ...TOTALS } = outputSchemaOf(DirectorySummary).properties!;

export const getDirectorySummary = tool(
  {
    name: 'get_directory_summary',
    description:
      'How many doctors are listed, accept patients and have each specialty, and how fresh the records are. Use it for the whole directory; to count with filters use count_doctors. Example: {}. It cannot count clinics.',
    query: Query,
    outputSchema: answerSchema(TOTALS),
  },
  async (_query, { directory }) => {
    const { bySpecialty, ...totals } = visibleValue(await directory.reads.getSummary());
    const freshness = totals.dataFreshness;
    const counted = bySpecialty.map((item) => ({ line: `${item.specialty} ${item.count}`, item }));
    const rows = fittingRows(counted, DEFAULT_ROWS, 800);
    const more = bySpecialty.length - rows.length;
    return {
      textIn: ({ answers: t, records }) =>
        joinLines(
          t.totals(totals.totalDoctors, totals.acceptingNewPatients),
          t.freshTotals(freshness.fresh, freshness.stale, freshness.unknown, freshness.coveragePct),
          t.bySpecialty(
            rows
              .map(({ item: { specialty, count } }) => `${records.specialty(specialty)} ${count}`)
              .join('; '),
          ),
          more > 0 && t.moreSpecialties(more),
        ),
      structured: { ...totals, bySpecialty: rows.map(({ item }) => item) },
    };
  },
);
