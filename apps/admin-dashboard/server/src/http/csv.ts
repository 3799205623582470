import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { csvLine, withoutFormula } from '@care-atlas/domain/text';

type Rows = Iterable<readonly string[]> | AsyncIterable<readonly string[]>;

/** Streams rows as a CSV file (RFC 4180) to download. */
export function csvFile(name: string, columns: readonly string[], rows: Rows): StreamableFile {
  return new StreamableFile(Readable.from(linesOf(columns, rows)), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}.csv"`,
  });
}

async function* linesOf(columns: readonly string[], rows: Rows): AsyncGenerator<string> {
  yield lineOf(columns);
  for await (const row of rows) yield lineOf(row);
}

function lineOf(cells: readonly string[]): string {
  return csvLine(cells.map(withoutFormula));
}
