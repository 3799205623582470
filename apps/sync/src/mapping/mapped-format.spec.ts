import { TestFolder } from '../../test/test-import.js';
import { SourceFile } from '../conversions/source-file.js';
import type { InputRow } from '../rows/input-row.js';
import { clinics } from '../sources/clinics.js';
import { formatOf } from './mapped-format.js';
import { readMap } from './read-map.js';

let folder: TestFolder;
beforeAll(async () => {
  folder = await TestFolder.make();
});
afterAll(() => folder.remove());

/** Returns the rows of a file that a map reads. */
async function rowsOf(map: string, content: string): Promise<readonly InputRow[]> {
  const columns = await readMap(await folder.file('map.yaml', map), clinics);
  const file = await SourceFile.open(await folder.file('list.csv', content));
  const rows: InputRow[] = [];
  for await (const batch of formatOf(file, clinics, columns).rows(file.bytes())) rows.push(...batch);
  return rows;
}

const NEEDED = 'constants: { id: a, name: b, address: c, type: clinic }\n';

async function valueOf(rule: string, field: string, cell: string): Promise<string> {
  const [row] = await rowsOf(
    `${NEEDED}columns:\n  Cell: ${rule}\n`,
    `Cell,Other\n"${cell.replaceAll('"', '""')}",x\n`,
  );
  return row!.text(field);
}

it.each([
  ['{ field: phone, strip: "^tel\\\\.? *" }', 'phone', 'TEL. 416-555-0101', '416-555-0101'],
  ['{ field: phone, strip: "\\\\(.*?\\\\)" }', 'phone', '416-555-0101 (main)', '416-555-0101'],
  ['{ field: phone, strip: ".*" }', 'phone', 'none', ''],
  ['{ field: "addr:city", split: "," }', 'addr:city', 'Toronto, ON M5V 3A8', 'Toronto'],
  ['{ field: "addr:city", split: ", ", part: 2 }', 'addr:city', '1 Elm St, Toronto, ON', 'Toronto'],
  ['{ field: "addr:city", split: ",", part: -1 }', 'addr:city', '1 Elm St, Toronto', 'Toronto'],
  ['{ field: "addr:city", split: ",", part: 3 }', 'addr:city', '1 Elm St, Toronto', ''],
  ['{ field: lat, strip: "[()]", split: ",", part: 1 }', 'lat', '(43.65, -79.38)', '43.65'],
  ['{ field: lng, crs: "EPSG:3857" }', 'lng', '-8836897.40', '-79.383200'],
  ['{ field: lat, crs: "EPSG:3857" }', 'lat', '5.41193E6', '43.653200'],
  ['{ field: lat, crs: "EPSG:4326" }', 'lat', '43.6532', '43.653200'],
  ['{ field: id, split: "-", part: 2, prefix: city/ }', 'id', 'A-17', 'city/17'],
  [
    '{ field: type, split: ":", part: 2, values: { gp: family-practice } }',
    'type',
    'kind: GP',
    'family-practice',
  ],
])('the rule %s makes %s of %j', async (rule, field, cell, value) => {
  expect(await valueOf(rule, field, cell)).toBe(value);
});

it('says what a coordinate must be', async () => {
  const [row] = await rowsOf(`${NEEDED}columns:\n  X: { field: lng, crs: "EPSG:3857" }\n`, 'X,Y\neast,1\n');
  expect(() => row!.text('lng')).toThrow('X is "east", but must be a coordinate in digits.');
});

it('gives one column to several fields', async () => {
  const map = `${NEEDED}columns:\n  Cell:\n    - name\n    - { field: phone, split: "/", part: 2 }\n    - website\n`;
  const [row] = await rowsOf(map, 'Cell,Other\nA clinic / 416-555-0101,x\n');
  expect(['name', 'phone', 'website'].map((field) => row!.text(field))).toEqual([
    'A clinic / 416-555-0101',
    '416-555-0101',
    'A clinic / 416-555-0101',
  ]);
});

it('gives constants where the file has nothing, and only there', async () => {
  const map =
    'constants: { type: walk-in, phone: 416-555-0100, id: x, address: y }\ncolumns:\n  Name: name\n  Tel: phone\n';
  const rows = await rowsOf(map, 'Name,Tel,type\nA,416-555-0101,\nB,,hospital\n');
  expect(rows.map((row) => [row.text('phone'), row.text('type'), row.columns.isAbsent('type')])).toEqual([
    ['416-555-0101', 'walk-in', false],
    ['416-555-0100', 'hospital', false],
  ]);
});

it('words for what is not known are no items of a list and no parts of an id, but may be names', async () => {
  const map =
    'id: { columns: [Number, Unit], prefix: "" }\njoin: { name: " " }\ncolumns:\n  First: name\n  Last: name\n' +
    '  Field: { field: "healthcare:speciality", separator: ",", values: { heart: cardiology } }\nconstants: { address: c, type: clinic }\n';
  const content = 'Number,Unit,First,Last,Field\n7,n/a,Jong-su,Na,"heart, ?"\n8,,n/a,Suharto,?\n';
  const [first, second] = await rowsOf(map, content);
  expect([first!.key('id'), first!.text('name'), first!.list('healthcare:speciality')]).toEqual([
    '7',
    'Jong-su Na',
    ['cardiology'],
  ]);
  expect(first!.notes).toEqual([]);
  expect([second!.text('name'), second!.list('healthcare:speciality')]).toEqual(['Suharto', []]);
});

describe('an id of columns', () => {
  const MAP =
    'constants: { type: clinic }\nid: { columns: [Name, Street], prefix: city/ }\ncolumns:\n  Name: name\n  Street: address\n';
  const idOf = async (name: string, street: string) =>
    (await rowsOf(MAP, `id,Name,Street\n17,"${name}","${street}"\n`))[0]!.key('id');

  it('is the same however they are spelled, and differs with them', async () => {
    const id = await idOf('Élan Clinic', '1 Elm  Street');
    expect(id).toBe('city/elan clinic/1 elm street');
    expect(await idOf(' ÉLAN CLINIC ', '1 ELM STREET')).toBe(id);
    expect(await idOf('Élan Clinic', '2 Elm Street')).not.toBe(id);
    expect(await idOf('Élan Clinic', '')).toBe('city/elan clinic');
    expect(await idOf('', '')).toBe('');
  });

  it('may spell its columns in another way than the rules', async () => {
    const other = MAP.replace('[Name, Street]', '[name, STREET]');
    const [row] = await rowsOf(other, '{ "Name": "Élan Clinic", "Street": "1 Elm Street" }\n');
    expect(row!.key('id')).toBe('city/elan clinic/1 elm street');
  });

  it('needs all its columns in the file', async () => {
    await expect(rowsOf(MAP, 'Name,Road\nA,1 Elm Street\n')).rejects.toThrow(
      'line 1: the column Street or addr:full',
    );
    const other = MAP.replace('[Name, Street]', '[Name, Ward]');
    await expect(rowsOf(other, 'Name,Street,Wart\nA,1 Elm Street,4\n')).rejects.toThrow(
      /map\.yaml, line 2: .*list\.csv has no column "Ward" \(did you mean "Wart"\?\)/,
    );
  });
});
