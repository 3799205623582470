import { Text } from '@mantine/core';
import { fieldWords, type RunReport } from '@care-atlas/domain/records';
import { fill, formatNumber, formatTime, wordOf } from '../display/format.js';
import { Panel } from '../display/page.js';
import { Facts } from '../display/values.js';
import { TEXTS } from '../language/texts.js';
import { storedFieldName } from './changed-fields.js';

const { report: texts } = TEXTS.runs;
const { words } = TEXTS.common;

/** Shows the figures of a run, without those that are zero. */
export function ReportPanel({ report }: { readonly report: RunReport }) {
  const { fields, expiries, notes, leftOut = [], positionsOff, sharedPhones, lapses = [] } = report;
  const { moreThan, count, phones } = sharedPhones;
  const facts: [string, string][] = [];
  const add = (label: string, rows: readonly (readonly [number, string])[]) => {
    const counts = rows.map(([rowCount, what]) => `${what} (${formatNumber(rowCount)})`);
    if (rows.length > 0) facts.push([label, counts.join(', ')]);
  };
  add(
    texts.fields,
    fields.map(({ record, field, records }) => [
      records,
      `${wordOf(words.records, record)}, ${storedFieldName(field) ?? fieldWords(field)}`,
    ]),
  );
  add(
    texts.expiries,
    expiries.map(({ cause, doctors }) => [doctors, cause === 'missing' ? texts.missing : cause]),
  );
  add(
    texts.notes,
    notes.map(({ column, rows, doubtful }) => [
      rows,
      doubtful === undefined ? column : fill(texts.doubtful, { column, count: formatNumber(doubtful) }),
    ]),
  );
  add(
    texts.leftOut,
    leftOut.map(({ reason, rows, lines }) => [
      rows,
      lines.length === 0
        ? reason
        : `${reason}, ${fill(rows === 1 ? texts.leftOutLine : texts.leftOutLines, { lines: linesText(lines, rows) })}`,
    ]),
  );
  if (positionsOff > 0) facts.push([texts.positionsOff, formatNumber(positionsOff)]);
  add(
    fill(texts.sharedPhones, { moreThan: formatNumber(moreThan), count: formatNumber(count) }),
    phones.map(({ phone, addresses }) => [addresses, phone]),
  );
  add(
    texts.lapses,
    lapses.flatMap(({ field, answers, first, lapsed }) => {
      const fact = texts.lapsingFacts[field];
      const lapsing =
        first !== null && ([answers, fill(texts.lapsing, { fact, date: formatTime(first) })] as const);
      const gone = lapsed > 0 && ([lapsed, fill(texts.lapsed, { fact })] as const);
      return [lapsing, gone].filter((row) => row !== false);
    }),
  );
  return (
    <Panel title={texts.title}>
      {facts.length === 0 ? (
        <Text c="dimmed">{texts.empty}</Text>
      ) : (
        <Facts facts={facts} orientation="vertical" />
      )}
    </Panel>
  );
}

/** Returns line numbers, with a sign that there are more. */
function linesText(lines: readonly number[], rows: number): string {
  return [...lines.map((line) => formatNumber(line)), ...(rows > lines.length ? ['…'] : [])].join(', ');
}
