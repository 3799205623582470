import type { InputRow } from '../../rows/input-row.js';
import type { RowShape } from '../../rows/row-shape.js';
import { UnusableInput } from '../../rows/unusable-input.js';
import { type CoordinateSystem, DEGREES, requireSystem } from './coordinate-systems.js';
import type { FormatName, InputFormat, RejectsFormat } from '../input-format.js';
import { JsonCells } from '../json-cells.js';
import { type JsonItem, jsonItems } from '../json-items.js';

const BATCH_ROWS = 100;
const FEATURES = 'features';

/** Features of JSON, of which several collections may follow one another in a file, as the pages of ArcGIS do. */
export abstract class FeatureFormat implements InputFormat {
  /** The members of a collection that are read besides its features. */
  protected abstract readonly members: string;
  protected abstract readonly name: FormatName;
  abstract readonly rejects: RejectsFormat;
  protected readonly cells: JsonCells;
  protected system: CoordinateSystem = DEGREES;
  endsEarly = false;
  #read = 0;

  /** @param path names the file in messages */
  constructor(
    protected readonly path: string,
    { columns }: RowShape,
  ) {
    this.cells = new JsonCells(Object.keys(columns));
  }

  /** @throws UnusableInput when the text is not complete JSON, or has no features */
  async *rows(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly InputRow[]> {
    const selection = {
      items: new RegExp(`^(?:features\\.\\d+|${this.members})$`),
      member: FEATURES,
      noun: 'feature',
    };
    let batch: InputRow[] = [];
    for await (const item of jsonItems(bytes, selection, this.path)) {
      if (item.member === FEATURES) batch.push(this.rowOf(item.value, ++this.#read));
      else this.readMember(item);
      if (batch.length < BATCH_ROWS) continue;
      yield batch;
      batch = [];
    }
    if (this.#read === 0) throw new UnusableInput(`${this.path} is ${this.name} without features.`);
    if (batch.length > 0) yield batch;
  }

  /** Reads a member of a collection. @throws UnusableInput */
  protected abstract readMember(item: JsonItem): void;

  protected abstract rowOf(feature: unknown, line: number): InputRow;

  /** Sets the coordinate system of the features that follow. @throws UnusableInput when it is not read, or comes too late */
  protected setSystem(name: string): void {
    const before = this.system;
    this.system = requireSystem(name, this.path);
    if (this.#read === 0 || this.system === before) return;
    throw new UnusableInput(
      `${this.path} names its coordinate system, ${name}, after its first feature: name it before all features.`,
    );
  }
}
