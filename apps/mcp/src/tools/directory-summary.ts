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
    title: 'Directory totals',
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
    const text = joinLines(
      `${totals.totalDoctors} doctors are listed; ${totals.acceptingNewPatients} are at a clinic that accepts new patients.`,
      `Records confirmed by the register within the last 30 days (fresh): ${freshness.fresh}; longer ago (stale): ${freshness.stale}; never (unknown): ${freshness.unknown}; coverage ${freshness.coveragePct} %.`,
      `By specialty (a doctor with two specialties counts in both): ${rows.map(({ line }) => line).join('; ')}`,
      rows.length < bySpecialty.length &&
        `${bySpecialty.length - rows.length} more specialties left out: get_directory_metadata.`,
    );
    return { text, structured: { ...totals, bySpecialty: rows.map(({ item }) => item) } };
  },
);
