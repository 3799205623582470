import { detectFormat } from '../formats/detect-format.js';
import type { InputFormat, ReadableSource, RejectsFormat } from '../formats/input-format.js';
import type { SourceFile } from '../conversions/source-file.js';
import type { InputRow } from '../rows/input-row.js';
import { UnusableInput } from '../rows/unusable-input.js';
import type { ColumnMap } from './column-map.js';
import { MappedColumns, MappedRow } from './mapped-row.js';

/**
 * Returns the format of a file, whose columns a map may rename.
 * @throws UnusableInput when the source is not read from that format
 */
export function formatOf(file: SourceFile, source: ReadableSource, map?: ColumnMap): InputFormat {
  if (!map) return detectFormat(file, source);
  const inner = detectFormat(file, { ...source, ...map.shapeOf(source) });
  return new MappedFormat(inner, file.displayName, source, map);
}

/** Any format, with the columns of a map. Rejected rows keep the columns of the file: the same map reads them again. */
class MappedFormat implements InputFormat {
  constructor(
    private readonly inner: InputFormat,
    private readonly path: string,
    private readonly source: ReadableSource,
    private readonly map: ColumnMap,
  ) {}

  /** @throws UnusableInput when the file lacks a column of the map */
  async *rows(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly InputRow[]> {
    let columns: MappedColumns | undefined;
    for await (const batch of this.inner.rows(bytes)) {
      if (!columns && batch[0]) {
        columns = new MappedColumns(batch[0].columns, this.source, this.map);
        if (columns.isHeader) this.#requireColumns(columns);
      }
      yield batch.map((row) => new MappedRow(row, columns!, this.map));
    }
    // Rows that name their values have a column as soon as one of them has it.
    if (columns) this.#requireColumns(columns);
  }

  #requireColumns(columns: MappedColumns): void {
    const { rules, id } = this.map;
    const made = id ? id.columns.map((column) => ({ column, line: id.line, optional: false })) : [];
    const missing = [...rules, ...made].find(({ column, optional }) => !optional && columns.lacks(column));
    if (!missing) return;
    const { column, line } = missing;
    const nearest = columns.nearest(column);
    const guess = nearest ? ` (did you mean "${nearest}"?)` : '';
    throw new UnusableInput(
      `${this.map.name}, line ${line}: ${this.path} has no column "${column}"${guess}; correct the name, or mark the column as optional.`,
    );
  }

  get rejects(): RejectsFormat {
    return this.inner.rejects;
  }

  get endsEarly(): boolean | undefined {
    return this.inner.endsEarly;
  }
}
