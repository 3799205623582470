import { Columns } from './columns.js';
import type { InputForm, RejectedRow, RejectsForm } from './input-form.js';
import { InputRow } from './input-row.js';
import { isObject, JsonCells } from './json-row.js';
import { RowFault } from './row-fault.js';
import type { SourceShape } from '../sources/source.js';
import { UnusableInput } from './unusable-input.js';

const LINE_CHARACTERS = 1_000_000;

/** One JSON object a line, in UTF-8. Members that the source does not know, and empty lines, are passed over. */
export class NdjsonForm implements InputForm {
  readonly format = 'NDJSON';
  readonly counts = 'line';
  readonly #columns: Columns;
  readonly #cells: JsonCells;

  constructor(
    private readonly path: string,
    { columns }: SourceShape,
  ) {
    const known = Object.keys(columns);
    this.#columns = Columns.inOrder(known);
    this.#cells = new JsonCells(this.#columns, known);
  }

  /** @throws UnusableInput when the last line is cut off, when there is no row */
  async *rows(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly InputRow[]> {
    const decoder = new TextDecoder();
    let rest = '';
    let lines = 0;
    let rows = 0;
    for await (const chunk of bytes) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = parts.pop()!;
      if (rest.length > LINE_CHARACTERS)
        throw new UnusableInput(
          `${this.path}, line ${lines + parts.length + 1}: the line has more than ${LINE_CHARACTERS} characters; ` +
            'one JSON object a line is expected.',
        );
      const batch = parts.flatMap((text) => this.#rowOf(text, ++lines) ?? []);
      rows += batch.length;
      if (batch.length > 0) yield batch;
    }
    const last = this.#rowOf(rest, lines + 1);
    if (last?.fault)
      throw new UnusableInput(
        `${this.path} is cut off: its last line, ${lines + 1}, is not a whole JSON object.`,
      );
    if (last) yield [last];
    if (rows === 0 && !last) throw new UnusableInput(`${this.path} has no rows.`);
  }

  #rowOf(text: string, line: number): InputRow | undefined {
    const json = text.trim();
    if (json === '') return undefined;
    const object = parsed(json);
    if (isObject(object)) return new InputRow(line, this.#columns, this.#cells.of(object), object);
    const fault = new RowFault('', json, 'The line is not a JSON object.');
    return new InputRow(line, this.#columns, [], { _text: json }, fault);
  }

  get rejects(): RejectsForm {
    return {
      extension: 'ndjson',
      head: () => '',
      row: (original, { line, column, value, reason }: RejectedRow) =>
        `${JSON.stringify({ ...(original as object), _reject: { line, column, value, reason } })}\n`,
      between: '',
      foot: () => '',
    };
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
