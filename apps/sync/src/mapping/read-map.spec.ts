import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOURCES } from '../sources/source-table.js';
import { clinics } from '../sources/clinics.js';
import { profileNames, readMap } from './read-map.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'care-atlas-map-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function faultOf(text: string): Promise<string> {
  const path = join(folder, 'map.yaml');
  await writeFile(path, text);
  const fault = await readMap(path, clinics).catch((error: Error) => error.message);
  return typeof fault === 'string' ? fault.replace(`${path}, `, '') : 'none';
}

describe('a map', () => {
  it.each([
    ['columns:\n  Tel: phon\n', 'line 2: "phon" is not a field of clinics (did you mean "phone"?).'],
    [
      'columns:\n  Tel:\n    field: phon\n',
      'line 3: "phon" is not a field of clinics (did you mean "phone"?).',
    ],
    [
      'columns:\n  Tel:\n    feild: phone\n',
      'line 2: columns.Tel.field: Invalid input: expected string, received undefined.',
    ],
    [
      'columns:\n  Tel: { field: phone, vales: {} }\n',
      'line 2: "vales" means nothing here (did you mean "values"?).',
    ],
    ['source: odhf\ncolumns: {}\n', 'line 1: the map is for odhf, not for clinics.'],
    ['colums: {}\n', 'line 1: columns: Invalid input: expected record, received undefined.'],
    [
      'columns:\n  Since: { field: accepting_observed_at, dates: DD MMM }\n',
      'line 2: "DD MMM" is no date format: write it with YYYY, MMM or MM, and DD, such as DD MMM YYYY.',
    ],
    ['columns:\n  Tel: phone\n  tel.: phone\n', 'line 3: the column "tel." occurs twice.'],
    ['columns:\n  Tel: phone\n  Tel: phone\n', 'line 3: is not valid YAML: Map keys must be unique.'],
    [
      'columns: [\n',
      'line 2: is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ].',
    ],
    [
      'join: { adress: ", " }\ncolumns: {}\n',
      'line 1: "adress" is not a field of clinics (did you mean "address"?).',
    ],
    [
      'columns:\n  Tel: { field: phone, optional: maybe }\n',
      'line 2: columns.Tel.optional: Invalid option: expected one of "true"|"false".',
    ],
    [
      'columns:\n  Tel:\n    - phone\n    - { field: phon }\n',
      'line 2: "phon" is not a field of clinics (did you mean "phone"?).',
    ],
    [
      'columns:\n  Tel:\n    - { feild: phone }\n',
      'line 2: columns.Tel.0.field: Invalid input: expected string, received undefined.',
    ],
    [
      'columns:\n  Tel: { field: phone, strip: "(" }\n',
      'line 2: "(" is no regular expression: Invalid regular expression: /(/giu: Unterminated group.',
    ],
    [
      'columns:\n  Tel: { field: phone, part: 2 }\n',
      'line 2: "part" needs "split": the text between the parts.',
    ],
    [
      'columns:\n  Tel: { field: phone, split: "-", part: 0 }\n',
      'line 2: columns.Tel.part: expected the number of a part, such as 1 or -1.',
    ],
    [
      'columns:\n  X: { field: lng, crs: "EPSG:26917" }\n',
      'line 2: the coordinate system is NAD83 / UTM zone 17N (EPSG:26917), but must be degrees (WGS 84, EPSG:4326) or Web Mercator (EPSG:3857).',
    ],
    [
      'columns:\n  X: { field: phone, crs: "EPSG:3857" }\n',
      'line 2: "crs" is for fields of coordinates, and "phone" is none.',
    ],
    [
      'constants: { typ: clinic }\ncolumns: {}\n',
      'line 1: "typ" is not a field of clinics (did you mean "type"?).',
    ],
    [
      'id: { columns: [Name] }\ncolumns:\n  Ref: id\n',
      'line 1: the id is made of columns, so no other column can be the id.',
    ],
    [
      'id: { column: [Name] }\ncolumns: {}\n',
      'line 1: id.columns: Invalid input: expected array, received undefined.',
    ],
  ])('%j is refused', async (text, fault) => {
    expect(await faultOf(text)).toBe(fault);
  });

  it('that does not exist is refused', async () => {
    await expect(readMap(join(folder, 'no.yaml'), clinics)).rejects.toThrow(
      /no\.yaml cannot be read: it does not exist\.$/,
    );
  });
});

describe('profiles', () => {
  it('are valid for exactly one source each', async () => {
    for (const name of await profileNames()) {
      const maps = await Promise.allSettled(SOURCES.map((source) => readMap(name, source)));
      expect([name, maps.filter(({ status }) => status === 'fulfilled').length]).toEqual([name, 1]);
    }
  });

  it('are named when there is none of a name', async () => {
    const fault = 'There is no profile "ontaro" (did you mean ontario?): the profiles are';
    await expect(readMap('ontaro', clinics)).rejects.toThrow(fault);
  });
});
