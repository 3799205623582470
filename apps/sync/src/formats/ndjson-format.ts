import { parseJson } from '@care-atlas/domain/text';
import { masked } from '../rows/identity-number.js';
import { InputRow } from '../rows/input-row.js';
import { RowFault } from '../rows/row-fault.js';
import type { RowShape } from '../rows/row-shape.js';
import { UnusableInput } from '../rows/unusable-input.js';
import { type InputFormat, MAX_RECORD_CHARACTERS, type RejectsFormat } from './input-format.js';
import { isDeeper, isObject, JsonCells, TOO_DEEP } from './json-cells.js';

const BATCH_LINES = 1000;

/** Rejected rows as JSON objects. */
export const NDJSON_REJECTS: RejectsFormat = {
  extension: 'ndjson',
  head: () => '',
  row: (original, { kind, line, column, value, reason, faults }) =>
    `${JSON.stringify({ ...(masked(original) as object), _reject: { kind, line, column, value, reason, details: faults } })}\n`,
  separator: '',
  foot: () => '',
};

/** One JSON object per line, in UTF-8. Empty lines and members that the source does not have are ignored. */
export class NdjsonFormat implements InputFormat {
  readonly #cells: JsonCells;
  readonly rejects = NDJSON_REJECTS;

  /** @param path names the file in messages */
  constructor(
    private readonly path: string,
    { columns }: RowShape,
  ) {
    this.#cells = new JsonCells(Object.keys(columns));
  }

  /** @throws UnusableInput when an object has several lines, the last line is cut off, or there is no row */
  async *rows(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly InputRow[]> {
    const decoder = new TextDecoder();
    let rest = '';
    let lines = 0;
    let rows = 0;
    for await (const chunk of bytes) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = parts.pop()!;
      for (let at = 0; at < parts.length; at += BATCH_LINES) {
        const batch = parts.slice(at, at + BATCH_LINES).flatMap((text) => this.#rowOf(text, ++lines) ?? []);
        rows += batch.length;
        if (batch.length > 0) yield batch;
      }
      this.#requireLength(rest, lines + 1);
    }
    const last = this.#rowOf(rest, lines + 1);
    if (last?.fault)
      throw new UnusableInput(
        `${this.path} is cut off: its last line, ${lines + 1}, is not a complete JSON object.`,
      );
    if (last) yield [last];
    if (rows === 0 && !last) throw new UnusableInput(`${this.path} has no rows.`);
  }

  #requireLength({ length }: string, line: number): void {
    if (length <= MAX_RECORD_CHARACTERS) return;
    throw new UnusableInput(
      `${this.path}, line ${line}: the line has more than ${MAX_RECORD_CHARACTERS} ` +
        'characters; one JSON object per line is expected.',
    );
  }

  #rowOf(text: string, line: number): InputRow | undefined {
    this.#requireLength(text, line);
    const json = text.trim();
    if (json === '') return undefined;
    if (json === '{' || json === '[')
      throw new UnusableInput(
        `${this.path}, line ${line}: the JSON goes on in the next line; one object per line is expected.`,
      );
    const object = parsed(json);
    const { columns } = this.#cells;
    const isDeep = isDeeper(object);
    if (isObject(object) && !isDeep) return this.#cells.rowOf(line, object);
    const reason = isDeep
      ? `The object is ${TOO_DEEP}.`
      : 'The line is not a JSON object: write one object per line.';
    const fault = new RowFault('', json, reason);
    return new InputRow(line, columns, [], { _text: json }, fault);
  }
}

function parsed(json: string): unknown {
  try {
    return parseJson(json);
  } catch (error) {
    // It is nested too deep for its numbers to be looked at.
    return error instanceof RangeError ? (JSON.parse(json) as unknown) : undefined;
  }
}
