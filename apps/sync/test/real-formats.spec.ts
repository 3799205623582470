import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { OpeningInterval } from '@care-atlas/domain/records';
import { SourceFile } from '../src/conversions/source-file.js';
import { runCommand } from '../src/commands/command.js';
import type { ColumnMap } from '../src/mapping/column-map.js';
import { formatOf } from '../src/mapping/mapped-format.js';
import { readMap } from '../src/mapping/read-map.js';
import { withPackage } from '../src/packages/with-package.js';
import type { InputRow } from '../src/rows/input-row.js';
import { RowFault } from '../src/rows/row-fault.js';
import { UnusableInput } from '../src/rows/unusable-input.js';
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
  if (await stat(written).catch(() => undefined)) return written;
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
  // What neither the file nor its name says, the operator fills in.
  const map = await readFile(written, 'utf8');
  await writeFile(written, map.replace('type: ""', 'type: family-practice'));
  return written;
}

/** Returns the map of a file; undefined where it needs none. */
async function mapOf(name: string, { source, map }: Expected): Promise<string | undefined> {
  if (map === 'guessed') return guessedMap(source, join(FOLDER, name));
  return map?.endsWith('.yaml') ? join(FOLDER, map) : map;
}

async function readFileAs(
  path: string,
  { source: sourceName, encoding }: Expected,
  mapName: string | undefined,
): Promise<{ records: readonly object[]; leftOut: object; faults: readonly string[] }> {
  const source = SOURCES.find((each) => each.name === sourceName)!;
  const map = mapName === undefined ? undefined : await readMap(mapName, source);
  return withPackage(path, source, { now: NOW, map }, async (readable) => {
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

/** What changes how a text is built. */
const MARKS = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ';',
  '\n',
  '\\',
  '1e400',
  '-',
  'null',
  '"features":[{',
  '\uFEFF',
  '\u0000',
];

const isRefused = ([, { refused }]: readonly [string, Expected]) => refused !== undefined;

describe('a file of the shape of a real one', () => {
  it.each(Object.entries(EXPECTED).filter((entry) => !isRefused(entry)))(
    'is read: %s',
    async (key, expected) => {
      const name = nameOf(key);
      const found = await readFileAs(join(FOLDER, name), expected, await mapOf(name, expected));
      expect(found.faults).toEqual((expected.faults ?? []).map((text) => expect.stringContaining(text)));
      expect(found.leftOut).toEqual(expected.leftOut ?? {});
      expect(asJson(found.records)).toMatchObject(expected.records!);
      expect(found.records).toHaveLength(expected.records!.length);
    },
  );

  it.each(Object.entries(EXPECTED).filter(isRefused))('is refused: %s', async (key, expected) => {
    const name = nameOf(key);
    const read = readFileAs(join(FOLDER, name), expected, await mapOf(name, expected));
    await expect(read).rejects.toThrow(expected.refused);
  });
});

it('a damaged file is read as far as it can be, or refused in one sentence', async () => {
  const files = await Promise.all(
    Object.entries(EXPECTED)
      .filter(([key]) => !/^hsds|\/hsds/.test(key))
      .map(async ([key, expected]) => {
        const name = nameOf(key);
        const map = expected.refused === undefined ? await mapOf(name, expected) : undefined;
        return { name, expected, map, bytes: await readFile(join(FOLDER, name)) };
      }),
  );
  const damage = fc.record({
    file: fc.constantFrom(...files),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat(40),
    added: fc.oneof(
      fc.uint8Array({ maxLength: 6 }),
      fc.constantFrom(...MARKS).map((text) => Buffer.from(text)),
    ),
    isCut: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ file, at, removed, added, isCut }) => {
      const { name, expected, map, bytes } = file;
      const place = Math.floor(at * bytes.length);
      const rest = isCut ? [] : [bytes.subarray(place + removed)];
      const path = await folder.file(
        basename(name),
        Buffer.concat([bytes.subarray(0, place), added, ...rest]),
      );
      const fault = await readFileAs(path, expected, map).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (fault !== undefined && !(fault instanceof UnusableInput)) throw fault;
      expect(fault?.message ?? '.').toMatch(/^[^\n]*\.$/);
    }),
    { numRuns: Number(process.env['RUNS'] ?? 300) },
  );
});

/** Returns the name of a file: of one that several sources read, a source follows it. */
function nameOf(key: string): string {
  return key.split(' as ')[0]!;
}
