import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import type { OpeningInterval } from '@care-atlas/domain/records';
import { SourceFile } from '../src/conversions/source-file.js';
import { runCommand } from '../src/commands/command.js';
import { DEFAULT_LIMITS } from '../src/limits/read-limits.js';
import type { ColumnMap } from '../src/mapping/column-map.js';
import { formatOf } from '../src/mapping/mapped-format.js';
import { readMap } from '../src/mapping/read-map.js';
import { withPackage } from '../src/packages/with-package.js';
import type { InputRow } from '../src/rows/input-row.js';
import { RowFault } from '../src/rows/row-fault.js';
import type { SourceRows } from '../src/rows/source-rows.js';
import type { RecordWriter, Source } from '../src/sources/source.js';
import { SOURCES } from '../src/sources/source-table.js';
import { EXAMPLES, NOW, TestFolder } from './test-import.js';

/** What an import reads in a file. */
interface Expected {
  readonly source: string;
  /** A profile, a map beside the file, or `guessed`: the one that `columns --write` makes, as it is. */
  readonly map?: string;
  readonly encoding?: string;
  /** The records, with the values that matter. */
  readonly records?: readonly object[];
  /** Rows that are left out, by reason. */
  readonly leftOut?: Readonly<Record<string, number>>;
  /** What is wrong with rows: each line begins the fault or the note of a row. */
  readonly faults?: readonly string[];
  /** Why the file is refused. */
  readonly refused?: string;
}

const FOLDER = join(EXAMPLES, 'real/formats');
const EXPECTED = JSON.parse(await readFile(join(FOLDER, 'expected.json'), 'utf8')) as Readonly<
  Record<string, Expected>
>;

let folder: TestFolder;
beforeAll(async () => {
  folder = await TestFolder.make();
});
afterAll(() => folder.remove());

/** Reads the rows of a file as an import does, without a database. */
class ReadRows implements SourceRows {
  readonly leftOut: Record<string, number> = {};
  readonly faults: string[] = [];

  constructor(
    private readonly file: SourceFile,
    private readonly source: Source,
    private readonly map: ColumnMap | undefined,
  ) {}

  async *records<Result extends object>(read: (row: InputRow) => Result | undefined) {
    for await (const batch of formatOf(this.file, this.source, this.map).rows(this.file.bytes()))
      for (const row of batch) {
        const record = this.#recordOf(row, read);
        for (const { reason } of [...row.faults, ...row.notes]) this.faults.push(`${row.line}: ${reason}`);
        if (record && row.faults.length === 0)
          yield Object.assign(record, { line: row.line, kept: undefined });
      }
  }

  #recordOf<Result>(row: InputRow, read: (row: InputRow) => Result): Result | undefined {
    try {
      if (row.fault) throw row.fault;
      return read(row);
    } catch (fault) {
      if (!(fault instanceof RowFault)) throw fault;
      row.faults.push(fault);
      return undefined;
    }
  }

  skip(reason: string): undefined {
    this.leftOut[reason] = (this.leftOut[reason] ?? 0) + 1;
  }

  note(): void {
    // What is read in part has a test of its own.
  }
}

async function guessedMap(source: string, path: string): Promise<string> {
  const written = join(folder.path, `${basename(path)}.yaml`);
  const silent = { write: () => undefined };
  const code = await runCommand(['columns', source, path, '--write', written], {
    databaseUrl: '',
    clock: () => NOW,
    actor: 'test',
    input: Readable.from([]),
    output: silent,
    errorOutput: silent,
  });
  expect(code).toBe(0);
  return written;
}

async function readFileAs(name: string, { source: sourceName, map: mapName, encoding }: Expected) {
  const source = SOURCES.find((each) => each.name === sourceName)!;
  const path = join(FOLDER, name);
  const isFile = mapName?.endsWith('.yaml') === true;
  const mapPath =
    mapName === 'guessed' ? await guessedMap(sourceName, path) : isFile ? join(FOLDER, mapName) : mapName;
  const map = mapPath === undefined ? undefined : await readMap(mapPath, source);
  return withPackage(path, source, map, DEFAULT_LIMITS, async (readable) => {
    const file = await SourceFile.open(readable.path, readable.name, encoding);
    const rows = new ReadRows(file, source, readable.map);
    const records: object[] = [];
    const collect = async (read: AsyncIterable<object> | Iterable<object>) => {
      for await (const record of read) records.push(record);
    };
    const writer: RecordWriter = {
      stations: collect,
      clinics: collect,
      register: collect,
      services: collect,
      reviews: collect,
      availability: collect,
    };
    await source.write(rows, writer, { complete: false, now: NOW });
    return { records, leftOut: rows.leftOut, faults: rows.faults };
  });
}

/** Returns records in the form of expected.json: hours are lists of day, opening and closing, times are texts. */
function asJson(records: readonly object[]): unknown {
  return JSON.parse(
    JSON.stringify(
      records.map(({ openingHours, ...record }: { openingHours?: readonly OpeningInterval[] }) => ({
        ...record,
        hours: openingHours?.map(({ weekday, opens, closes }) => [weekday, opens, closes]),
      })),
    ),
  );
}

const isRefused = ([, { refused }]: readonly [string, Expected]) => refused !== undefined;

describe('a file of the shape of a real one', () => {
  it.each(Object.entries(EXPECTED).filter((entry) => !isRefused(entry)))(
    'is read: %s',
    async (key, expected) => {
      const found = await readFileAs(nameOf(key), expected);
      expect(found.faults).toEqual((expected.faults ?? []).map((text) => expect.stringContaining(text)));
      expect(found.leftOut).toEqual(expected.leftOut ?? {});
      expect(asJson(found.records)).toMatchObject(expected.records!);
      expect(found.records).toHaveLength(expected.records!.length);
    },
  );

  it.each(Object.entries(EXPECTED).filter(isRefused))('is refused: %s', async (key, expected) => {
    await expect(readFileAs(nameOf(key), expected)).rejects.toThrow(expected.refused);
  });
});

/** Returns the name of a file: of one that several sources read, a source follows it. */
function nameOf(key: string): string {
  return key.split(' as ')[0]!;
}
