import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runCommand } from '../src/commands/command.js';
import { readMap } from '../src/mapping/read-map.js';
import { clinics } from '../src/sources/clinics.js';
import { odhf } from '../src/sources/odhf.js';
import { register } from '../src/sources/register.js';
import type { Source } from '../src/sources/source.js';
import { ANY_REJECTS, clinicsIn, csv, directoryIn, importFile, NOW, useImports } from './test-import.js';

const test = useImports();

async function mapped(
  source: Source,
  map: string,
  name: string,
  content: string,
  setting: object = ANY_REJECTS,
) {
  const path = map.includes('\n') ? await test.folder.file('map.yaml', map) : map;
  const options = { ...setting, map: await readMap(path, source) };
  return importFile(source, await test.folder.file(name, content), test.url, options);
}

async function run(...words: string[]) {
  const said = { output: '', errors: '' };
  const code = await runCommand(words, {
    databaseUrl: test.url,
    clock: () => NOW,
    actor: 'shell:tester',
    input: Readable.from([]),
    output: { write: (more) => (said.output += more) },
    errorOutput: { write: (more) => (said.errors += more) },
  });
  return { code, ...said };
}

const CLINIC = {
  Ref: '17',
  'Clinic Name': 'Maple Clinic',
  Street: '145 Front Street E',
  City: 'Toronto',
  'Post Code': 'M5A 1E3',
  'Tel.': '416-555-0101',
  Kind: 'GP',
  Open: 'oui',
  Seen: '01 Jul 2026',
};
const MAP = `source: clinics
empty: [n/a]
join: { address: ', ' }
columns:
  Ref: { field: id, prefix: city/ }
  Clinic Name: name
  Street: address
  City: address
  Post Code: postal_code
  Tel.: phone
  Kind: { field: type, values: { GP: family-practice, Urgent: walk-in } }
  Open: { field: accepting, values: { oui: yes, non: no } }
  Seen: { field: accepting_observed_at, dates: DD MMM YYYY }
`;

describe('a file with a map', () => {
  it('is imported with the names, values, dates and separators of the map', async () => {
    const summary = await mapped(clinics, MAP, 'list.csv', csv(CLINIC, [{}]));
    expect(summary).toMatchObject({ created: 1, rejected: 0, noted: 0, unknownColumns: [] });
    expect(summary.map).toMatch(/map\.yaml$/);
    const [clinic] = [...(await clinicsIn(test.url)).values()];
    expect(clinic).toMatchObject({
      name: 'Maple Clinic',
      address: '145 Front Street E, Toronto M5A 1E3',
      postalCode: 'M5A 1E3',
      phone: '+1-416-555-0101',
      type: 'family-practice',
      accepting: true,
      acceptingObserved: { observedAt: new Date('2026-07-01T05:00:00Z') },
    });
  });

  it('keeps its columns in messages and in the rejects file, which the same map reads', async () => {
    await mapped(clinics, MAP, 'list.csv', csv(CLINIC, [{}]));
    const bad = { 'Tel.': 'ask', Kind: 'Spa', Seen: '31.12.2025' };
    const summary = await mapped(clinics, MAP, 'list.csv', csv(CLINIC, [bad]));
    expect(summary).toMatchObject({ rejected: 0, noted: 1 });
    const { reason, column } = summary.fieldNotes[0]!;
    expect(column).toBe('Kind, Tel., Seen');
    expect(reason).toContain('Tel. is "ask", but must be a telephone number');
    expect(reason).toMatch(/Kind is "Spa", but must be a value of .*map\.yaml, line 11: gp; urgent\./);
    expect(reason).toContain(
      'Seen is "31.12.2025", but must be a date such as DD MMM YYYY; the answer is kept without a date.',
    );
    const rejects = await readFile(summary.rejectsFile!, 'utf8');
    expect(rejects).toMatch(/^Ref,Clinic Name,Street,City,Post Code,Tel\.,Kind,Open,Seen,reject_line,/);
    const corrected = rejects
      .replace('ask', '416-555-0109')
      .replace('Spa', 'Urgent')
      .replace('31.12.2025', '');
    expect(await mapped(clinics, MAP, 'again.csv', corrected)).toMatchObject({ updated: 1, noted: 0 });
    const [clinic] = [...(await clinicsIn(test.url)).values()];
    expect(clinic).toMatchObject({ type: 'walk-in', phone: '+1-416-555-0109' });
  });

  it('makes no id of a word for what is not known', async () => {
    const refs: Record<string, string>[] = [{ Ref: 'NA' }, { Ref: 'none', 'Clinic Name': 'Oak Clinic' }];
    const summary = await mapped(clinics, MAP, 'list.csv', csv(CLINIC, refs), {
      ...ANY_REJECTS,
      dryRun: true,
    });
    expect(summary).toMatchObject({ created: 0, rejected: 2 });
  });

  it('leaves a field as it is when the file has none of its columns', async () => {
    await mapped(clinics, MAP, 'list.csv', csv(CLINIC, [{}]));
    const { 'Tel.': _, ...others } = CLINIC;
    const map = MAP.replace('Tel.: phone', 'Tel.: { field: phone, optional: true }');
    expect(await mapped(clinics, map, 'list.csv', csv(others, [{}]))).toMatchObject({ unchanged: 1 });
    const [clinic] = [...(await clinicsIn(test.url)).values()];
    expect(clinic!.phone).toBe('+1-416-555-0101');
  });

  it('reads an empty word as an empty value', async () => {
    await mapped(clinics, MAP, 'list.csv', csv(CLINIC, [{ 'Tel.': 'n/a' }]));
    const [clinic] = [...(await clinicsIn(test.url)).values()];
    expect(clinic!.phone).toBe('');
  });

  it('is refused when it lacks a column of the map', async () => {
    const { 'Tel.': phone, ...others } = CLINIC;
    const content = csv({ ...others, 'Tele.': phone }, [{}]);
    const fault = /map\.yaml, line 10: .*list\.csv has no column "Tel\." \(did you mean "Tele\."\?\)/;
    await expect(mapped(clinics, MAP, 'list.csv', content)).rejects.toThrow(fault);
    const lines = `${JSON.stringify(others)}\n`;
    await expect(mapped(clinics, MAP, 'list.ndjson', lines)).rejects.toThrow(/no column "Tel\."/);
    expect((await clinicsIn(test.url)).size).toBe(0);
  });

  it('is refused when it lacks a column that every file needs, by its name in the file', async () => {
    const { 'Clinic Name': _, ...others } = CLINIC;
    await expect(mapped(clinics, MAP, 'list.csv', csv(others, [{}]))).rejects.toThrow(
      'the column Clinic Name is missing',
    );
  });
});

describe('the profile', () => {
  it('register reads a register in the words of its public pages', async () => {
    const doctor = {
      'CPSO Number': '#900001',
      'Full Name': 'Okafor, Amara',
      Gender: 'Woman',
      'Registration Status': 'Active Member',
      'Registration Class': 'Independent Practice as of 01 Jul 2009',
      'Terms and Conditions': 'None',
      'Practice Restrictions': 'Shall not prescribe narcotics',
      'Independent Practice As Of': '01 Jul 2009',
      Specialties: 'Family Medicine, Cardiology',
      'Languages Spoken': 'English, Farsi',
      'Primary Practice Location': '145 Front Street E, Toronto, ON',
      'Postal Code': 'M5A 1E3',
      Phone: '416-555-0101',
      Education: 'University of Toronto',
    };
    const summary = await mapped(register, 'register', 'export.csv', csv(doctor, [{}]), {});
    expect(summary).toMatchObject({ created: 1, rejected: 0, noted: 0, unknownColumns: [], map: 'register' });
    const { value } = (await directoryIn(test.url)).getDoctor('900001', { include: ['registration'] });
    expect(value.doctor).toMatchObject({
      registration: { class: 'Independent Practice', independent: 'yes', restrictions: 'yes' },
      name: 'Dr. Amara Okafor',
      gender: 'female',
      specialties: ['Family Medicine', 'Cardiology'],
      languages: ['English', 'Persian'],
    });
  });

  it('odhf reads the national file', async () => {
    const facility = {
      index: '1',
      facility_name: 'Maple Health Centre',
      source_facility_type: 'Community Health Centre',
      odhf_facility_type: 'Ambulatory health care services',
      provider: 'Ontario',
      unit: '',
      street_no: '145',
      street_name: 'Front Street E',
      postal_code: 'M5A 1E3',
      city: '',
      province: 'on',
      source_format_str_address: '145 Front Street E',
      CSDname: 'Toronto',
      CSDuid: '3520005',
      Pruid: '35',
      latitude: '..',
      longitude: '..',
    };
    const summary = await mapped(odhf, 'odhf', 'odhf_v1.1.csv', csv(facility, [{}]), {});
    expect(summary).toMatchObject({ created: 1, rejected: 0, noted: 0, unknownColumns: [] });
    const [clinic] = [...(await clinicsIn(test.url)).values()];
    expect(clinic).toMatchObject({
      address: '145 Front Street E, Toronto, ON M5A 1E3',
      positionSource: 'postal-area',
    });
  });

  it('ontario reads a page of the layer of the Ministry of Health', async () => {
    const properties = {
      OBJECTID: 1,
      OGF_ID: 65123,
      MOH_SERVICE_PROVIDER_IDENT: '1001',
      SERVICE_TYPE: 'Family Health Team',
      SERVICE_TYPE_DETAIL: 'Site',
      ENGLISH_NAME: 'Maple Family Health Team',
      FRENCH_NAME: null,
      ADDRESS_LINE_1: '145 Front Street E',
      ADDRESS_LINE_2: 'Suite 4',
      COMMUNITY: 'Toronto',
      POSTAL_CODE: 'M5A1E3',
    };
    const feature = (facts: object, id: number) => ({
      type: 'Feature',
      id,
      geometry: { type: 'Point', coordinates: [-79.37, 43.65] },
      properties: { ...properties, OGF_ID: id, ...facts },
    });
    const features = [feature({}, 65123), feature({ SERVICE_TYPE: 'Pharmacy' }, 65124)];
    const page = JSON.stringify({ type: 'FeatureCollection', features });
    const summary = await mapped(clinics, 'ontario', 'page.geojson', page, {});
    expect(summary).toMatchObject({ rows: 2, created: 1, rejected: 0, noted: 0 });
    const [clinic] = [...(await clinicsIn(test.url)).values()];
    expect(clinic).toMatchObject({
      name: 'Maple Family Health Team',
      address: '145 Front Street E, Suite 4, Toronto, ON M5A 1E3',
      type: 'family-practice',
      lat: 43.65,
    });
  });

  it('osm reads a CSV export of Overpass, and gives it the ids of overpass turbo', async () => {
    const node = {
      '@type': 'node',
      '@id': '123',
      '@lat': '43.65',
      '@lon': '-79.37',
      name: 'Maple Clinic',
      amenity: 'doctors',
      'addr:street': 'Front Street',
      'addr:housenumber': '145',
      'contact:mobile': '416-555-0101',
    };
    await mapped(clinics, 'osm', 'overpass.csv', csv(node, [{}]), {});
    const [{ '@id': _id, '@type': _type, '@lat': _lat, '@lon': _lon, ...tags }] = [node];
    const feature = {
      type: 'Feature',
      id: 'node/123',
      properties: { '@id': 'node/123', type: 'site', ...tags },
      geometry: { type: 'Point', coordinates: [-79.37, 43.65] },
    };
    const turbo = JSON.stringify({ type: 'FeatureCollection', features: [feature] });
    expect(await mapped(clinics, 'osm', 'turbo.geojson', turbo, {})).toMatchObject({ unchanged: 1 });
    const [clinic] = [...(await clinicsIn(test.url)).values()];
    expect(clinic!.phone).toBe('+1-416-555-0101');
  });
});

describe('columns', () => {
  const FILE = csv(CLINIC, [{}, { Ref: '18', Kind: 'Spa', 'Tel.': 'ask' }]);

  it('shows how each column is read, its first values, and what is not understood', async () => {
    const map = await test.folder.file('map.yaml', MAP);
    const { code, output, errors } = await run(
      'columns',
      'clinics',
      await test.folder.file('list.csv', FILE),
      '--map',
      map,
    );
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const lines = output.split('\n');
    expect(lines[0]).toBe(`list.csv as clinics with the map ${map}, 2 rows:`);
    expect(lines[1]).toMatch(/^COLUMN +READ AS +FIRST VALUES +NOT UNDERSTOOD$/);
    expect(lines[2]).toMatch(/^Ref +id +17 \| 18$/);
    expect(lines[7]).toMatch(/^Tel\. +phone +416-555-0101 \| ask +1$/);
    expect(output).toContain('Kind is "Spa", but must be a value of');
  });

  it('prints one object with --json', async () => {
    const { output } = await run('columns', 'clinics', await test.folder.file('list.csv', FILE), '--json');
    const { columns, fault, ...facts } = JSON.parse(output);
    expect(facts).toEqual({ source: 'clinics', file: 'list.csv', map: null, rows: 2 });
    expect(columns[1]).toEqual({
      column: 'Clinic Name',
      inFile: true,
      readAs: null,
      nearest: null,
      values: ['Maple Clinic'],
      badRows: 0,
      badValues: [],
    });
    expect(fault).toMatch(/line 1: the columns id, name, .* are missing/);
  });

  it.each([
    ['an empty last cell', 'id,name,note\nx,Clinic,\n'],
    ['an empty last cell and no line end', 'id,name,note\nx,Clinic,'],
    ['tabs', 'id\tname\tnote\nx\tClinic\t\n'],
    ['values that may name columns', 'a,b\nx,\n'],
    ['values that may all name columns', 'a,b\nx,y\n'],
  ])('shows the only row of a file with %s', async (_what, content) => {
    const file = await test.folder.file('one.csv', content);
    const { code, output } = await run('columns', 'clinics', file);
    expect([code, output]).toEqual([0, expect.stringMatching(/^one\.csv as clinics, 1 rows:/)]);
  });

  it.each([
    ['that may name columns', 'a,b\nx,y\nz,w\n'],
    ['one of which may name a column', 'a,b\nx,\nz,w\n'],
  ])('takes no row of values for the header %s', async (_what, content) => {
    const { output } = await run('columns', 'clinics', await test.folder.file('two.csv', content), '--json');
    const { rows, columns } = JSON.parse(output);
    expect([rows, columns[0]]).toEqual([2, expect.objectContaining({ column: 'a', values: ['x', 'z'] })]);
  });

  it('names what rows lack', async () => {
    const content = '{"id": "1", "name": "Maple Clinic"}\n';
    const { output } = await run(
      'columns',
      'clinics',
      await test.folder.file('list.ndjson', content),
      '--json',
    );
    const { columns, fault } = JSON.parse(output);
    const found = columns.map((each: { column: string; inFile: boolean }) => [each.column, each.inFile]);
    expect(found).toEqual([
      ['id', true],
      ['name', true],
      ['type', false],
      ['addr:street', false],
      ['postal_code', false],
    ]);
    expect(fault).toBeNull();
  });

  it('writes a map that reads the file, with dates and guesses from the profiles, and never over a file', async () => {
    const doctor = {
      'CPSO Number': '900001',
      name: 'Amara Okafor',
      status: 'Active',
      'Date of Independent Practice': '01 Jul 2009',
      'Class of Registration': 'Postgraduate Education',
      'Has Restrictions': 'No',
      'location 1 adress': '145 Front Street E, Toronto, ON',
      location_1_postal_code: 'M5A 1E3',
      Shoes: '',
    };
    const file = await test.folder.file('export.csv', csv(doctor, [{}]));
    const map = join(test.folder.path, 'start.yaml');
    const { code, output } = await run('columns', 'register', file, '--write', map);
    expect([code, output]).toEqual([0, expect.stringContaining(`A map to start from is in ${map}.`)]);
    const text = await readFile(map, 'utf8');
    expect(text).toContain('\n  CPSO Number: registration_number # a guess; such as 900001\n');
    expect(text).toMatch(/Date of Independent Practice: independent_since # a guess/);
    expect(text).toContain('\n  Class of Registration: class # a guess;');
    expect(text).toContain('\n  Has Restrictions: restrictions # a guess;');
    expect(text).toContain('\n  location 1 adress: location_1_address # a guess;');
    expect(text).toContain('\n  Shoes: # not read; without values\n');
    expect(await run('register', file, '--map', map, '--json')).toMatchObject({ code: 0 });
    const again = await run('columns', 'register', file, '--write', map);
    expect(again.code).toBe(1);
    expect(again.errors).toBe(`The map ${map} cannot be written: it exists, and is not replaced.\n`);
    expect(await readFile(map, 'utf8')).toBe(text);
  });

  it('shows no number that identifies a person, neither on the screen nor in the map', async () => {
    const file = await test.folder.file('notes.csv', csv({ name: 'Maple', Notes: 'SIN 046 454 286' }, [{}]));
    const map = join(test.folder.path, 'notes.yaml');
    const { output } = await run('columns', 'clinics', file, '--write', map);
    expect(output).toContain('SIN *** *** ***');
    expect(output + (await readFile(map, 'utf8'))).not.toContain('454');
  });

  it('asks for the municipality of places that have a point and no address', async () => {
    const places = {
      name: 'Nowhere Walk-in Clinic',
      lat: '43.6627537',
      lng: '-79.4213845',
      category: 'clinic',
    };
    const file = await test.folder.file('points.csv', csv(places, [{}]));
    const map = join(test.folder.path, 'points.yaml');
    const { output } = await run('columns', 'clinics', file, '--write', map);
    // What is shown is read with the map that was written.
    expect(output).toMatch(/\ncategory +healthcare +clinic\n/);
    expect(output).toContain('\n  addr:city is empty, but must be filled in.\n');
    const text = await readFile(map, 'utf8');
    expect(text).toMatch(/^constants: \{ "?addr:city"?: "" \} # fill in: /m);
    const refused = await run('clinics', file, '--map', map, '--max-rejects', '1');
    expect(refused.output).toContain('addr:city is empty, but must be filled in.');
    await writeFile(map, text.replace(/"?addr:city"?: ""/, "'addr:city': Toronto"));
    expect(JSON.parse((await run('clinics', file, '--map', map, '--json')).output)).toMatchObject({
      created: 1,
    });
  });

  it('makes the ids of OpenStreetMap from its types and numbers, also of a place without a street', async () => {
    const node = { osm_type: 'node', osm_id: '123', name: 'Nowhere Clinic', lat: '43.6627', lng: '-79.4213' };
    const way = { osm_type: 'way', osm_id: '5', name: 'Elm Clinic', 'addr:street': 'Elm Street' };
    const other = { amenity: 'clinic', 'addr:street': '' };
    const file = await test.folder.file('toronto.csv', csv({ ...node, ...other }, [{}, way]));
    const map = join(test.folder.path, 'osm.yaml');
    await run('columns', 'clinics', file, '--write', map);
    const text = await readFile(map, 'utf8');
    expect(text).toMatch(/^id: \{ columns: \[ osm_type, osm_id \], prefix: "" \} # a guess/m);
    expect(text).toMatch(/^constants: \{ "?addr:city"?: Toronto \}/m);
    const [first, second] = [await run('clinics', file, '--map', map, '--json'), { ...node, id: 'node/123' }];
    expect(JSON.parse(first.output)).toMatchObject({ created: 2, leftOut: [] });
    const extract = `${JSON.stringify({ ...second, ...other, 'addr:city': 'Toronto' })}\n`;
    const again = await importFile(clinics, await test.folder.file('osm.ndjson', extract), test.url);
    expect(again).toMatchObject({ unchanged: 1, leftOut: [] });
  });

  it('names what a file has no column for, so that its map does not suffice', async () => {
    const file = await test.folder.file('few.csv', csv({ 'CPSO Number': '900001', Name: 'Dr. Ash' }, [{}]));
    const map = join(test.folder.path, 'few.yaml');
    await run('columns', 'register', file, '--write', map);
    expect(await readFile(map, 'utf8')).toContain(
      '# The file has no column for independent_since or graduated: an import refuses it.\n',
    );
  });

  it('refuses a source that does not exist', async () => {
    expect((await run('columns', 'doctors', 'x.csv')).code).toBe(2);
  });
});
