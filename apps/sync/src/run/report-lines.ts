import type { RunReport } from '@care-atlas/data/sync';
import { fieldWords } from '@care-atlas/domain/records';
import { torontoDate } from '@care-atlas/domain/rules';

const SHOWN_LINES = 10;

type LeftOut = NonNullable<RunReport['leftOut']>[number];
type Lapse = NonNullable<RunReport['lapses']>[number];

/** Returns the report of a run as text. */
export function reportLines(report: RunReport): string[] {
  const { fields, expiries, notes, leftOut = [], positionsOff, sharedPhones, lapses = [] } = report;
  const { moreThan, count, phones } = sharedPhones;
  return [
    ...section(
      'Fields that changed',
      fields.map(({ record, field, records }) => [records, `${record} ${fieldWords(field)}`]),
    ),
    ...section(
      'Doctors that expired, by status',
      expiries.map(({ cause, doctors }) => [
        doctors,
        cause === 'missing' ? 'missing from the complete file' : cause,
      ]),
    ),
    ...section(
      'Values left out, by column',
      notes.map(({ column, rows, doubtful }) => [
        rows,
        doubtful === undefined ? column : `${column}, of which ${doubtful} doubtful`,
      ]),
    ),
    ...section(
      'Rows left out, by reason',
      leftOut.map((left) => [left.rows, leftOutText(left)]),
    ),
    ...(positionsOff > 0 ? [`Positions far from their postal area: ${positionsOff}`] : []),
    ...section(
      `Telephones at more than ${moreThan} addresses (${count})`,
      phones.map(({ phone, addresses }) => [addresses, `addresses with ${phone}`]),
    ),
    ...section(
      'Answers without a date of observation, which lapse unless they change or are observed',
      lapses.flatMap(lapseRows),
    ),
  ];
}

/** Returns why rows were left out, and the lines of the first. */
export function leftOutText({
  reason,
  rows,
  lines,
}: Pick<LeftOut, 'reason' | 'rows'> & Partial<Pick<LeftOut, 'lines'>>): string {
  if (!lines || lines.length === 0) return reason;
  const shown = lines.slice(0, SHOWN_LINES).join(', ') + (rows > SHOWN_LINES ? ', …' : '');
  return `${reason} (${rows === 1 ? 'line' : 'lines'} ${shown})`;
}

function lapseRows({ field, answers, first, lapsed }: Lapse): (readonly [number, string])[] {
  return [
    ...(first === null ? [] : [[answers, `${field}, the first on ${torontoDate(first)}`] as const]),
    ...(lapsed > 0 ? [[lapsed, `${field}, which lapsed already`] as const] : []),
  ];
}

function section(title: string, rows: readonly (readonly [number, string])[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([count]) => String(count).length));
  return [`${title}:`, ...rows.map(([count, what]) => `  ${String(count).padStart(width)} ${what}`)];
}
