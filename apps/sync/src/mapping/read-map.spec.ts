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
  ])('%j is refused', async (text, fault) => {
    expect(await faultOf(text)).toBe(fault);
  });

  it('that does not exist is refused', async () => {
    await expect(readMap(join(folder, 'no.yaml'), clinics)).rejects.toThrow(/no\.yaml cannot be read/);
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
