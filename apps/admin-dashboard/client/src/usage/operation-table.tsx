import type { Usage } from '#contract/usage';
import { formatNumber } from '../display/format.js';
import { type Column, DataTable } from '../lists/data-table.js';
import strings from './strings.json';

type Counts = Usage['byOperation'];
type OperationRow = readonly [operation: string, counts: Counts];

const totalOf = ([, counts]: OperationRow) => counts.reduce((sum, { requests }) => sum + requests, 0);

/** Shows a row for each operation and a column for each status that occurred. */
export function OperationTable({ counts }: { readonly counts: Counts }) {
  const statuses = [...new Set(counts.map(({ status }) => status))].toSorted((a, b) => a - b);
  const operations = [...Map.groupBy(counts, ({ operation }) => operation)];
  const columns: Column<OperationRow>[] = [
    { head: strings.operation, cell: ([operation]) => operation, isRowHead: true },
    ...statuses.map((status) => ({
      head: String(status),
      cell: ([, ofOperation]: OperationRow) => {
        const count = ofOperation.find((one) => one.status === status);
        return count ? formatNumber(count.requests) : '–';
      },
    })),
    { head: strings.total, cell: (row) => formatNumber(totalOf(row)), cellProps: { fw: 600 } },
  ];
  const rows = operations.toSorted((a, b) => totalOf(b) - totalOf(a));
  const minWidth = 320 + statuses.length * 70;
  return (
    <DataTable label={strings.byOperation} minWidth={minWidth} columns={columns} rows={rows} rowKey={0} />
  );
}
