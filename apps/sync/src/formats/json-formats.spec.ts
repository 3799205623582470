import { Readable } from 'node:stream';
import { GeojsonFormat } from '../formats/geojson-format.js';
import { NdjsonFormat } from '../formats/ndjson-format.js';

const COLUMNS = [
  'id',
  'name',
  'languages',
  'location_1_phone',
  'rating_wait_time',
  'addr:street',
  'lat',
  'lng',
];
const SHAPE = { columns: Object.fromEntries(COLUMNS.map((column) => [column, ''])), needs: [] };

async function read(Form: typeof NdjsonFormat | typeof GeojsonFormat, text: string, chunkSize = 1_000_000) {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkSize) chunks.push(bytes.subarray(at, at + chunkSize));
  const rows = [];
  for await (const batch of new Form('list.json', SHAPE).rows(Readable.from(chunks)))
    for (const row of batch) {
      const filled = COLUMNS.filter((column) => row.text(column) !== '');
      const values = Object.fromEntries(filled.map((column) => [column, row.text(column)]));
      rows.push([row.line, row.fault?.reason ?? values]);
    }
  return rows;
}

describe('NDJSON', () => {
  it('reads members, nested ones by their path, and lists', async () => {
    const row = {
      Name: ' Éloïse ',
      languages: ['French', 'English'],
      locations: [{ phone: '1' }, { phone: '2' }],
      ratings: { wait_time: 4 },
      addr: { street: 'Front' },
      lat: 43.5,
      other: null,
    };
    expect(await read(NdjsonFormat, JSON.stringify(row), 7)).toEqual([
      [
        1,
        {
          name: 'Éloïse',
          languages: 'French|English',
          location_1_phone: '1',
          rating_wait_time: '4',
          'addr:street': 'Front',
          lat: '43.5',
        },
      ],
    ]);
  });

  it('ignores empty lines and a byte order mark, and accepts both line ends', async () => {
    expect(await read(NdjsonFormat, '\uFEFF{"name":"a"}\r\n\r\n{"name":"b"}\n')).toEqual([
      [1, { name: 'a' }],
      [3, { name: 'b' }],
    ]);
  });

  it('returns a line that is not an object as a row with a fault', async () => {
    expect(await read(NdjsonFormat, '{"name":"a"}\n{oops}\n[1]\n')).toEqual([
      [1, { name: 'a' }],
      [2, 'The line is not a JSON object: write one object per line.'],
      [3, 'The line is not a JSON object: write one object per line.'],
    ]);
  });

  it.each([
    ['{"name":"a"}\n{"name":"b', 'list.json is cut off: its last line, 2, is not a complete JSON object.'],
    ['\n\n', 'list.json has no rows.'],
    [`{"name":"${'a'.repeat(1_100_000)}`, 'list.json, line 1: the line has more than 1000000 characters'],
  ])('refuses a file that %#', async (text, sentence) => {
    await expect(read(NdjsonFormat, text, 65_536)).rejects.toThrow(sentence);
  });

  it('rejects an object that is nested too deep, and reads the others', async () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    expect(await read(NdjsonFormat, `${deep}\n{"name":"b"}\n`)).toEqual([
      [1, 'The object is nested more than 100 levels deep.'],
      [2, { name: 'b' }],
    ]);
  });

  it('refuses a line that is too long, with its number', async () => {
    const long = JSON.stringify({ name: 'a'.repeat(1_000_000) });
    await expect(read(NdjsonFormat, `{"name":"b"}\n${long}\n{"name":"c"}\n`)).rejects.toThrow(
      'list.json, line 2: the line has more than 1000000 characters',
    );
  });
});

function feature(properties: object, geometry: object | null, id = 'node/1'): object {
  return { type: 'Feature', id, properties, geometry };
}

function collection(...features: object[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features });
}

describe('GeoJSON', () => {
  const POINT = { type: 'Point', coordinates: [-79.37, 43.65] };
  const SQUARE = {
    type: 'Polygon',
    coordinates: [
      [
        [-79.4, 43.6],
        [-79.2, 43.6],
        [-79.2, 43.8],
        [-79.4, 43.8],
        [-79.4, 43.6],
      ],
    ],
  };

  it('reads properties, id and point, and the middle of an area', async () => {
    const text = collection(feature({ name: 'a' }, POINT), feature({ name: 'b', '@id': 'way/2' }, SQUARE));
    expect(await read(GeojsonFormat, text, 10)).toEqual([
      [1, { id: 'node/1', name: 'a', lat: '43.65', lng: '-79.37' }],
      [2, { id: 'way/2', name: 'b', lat: '43.700000', lng: '-79.300000' }],
    ]);
  });

  it('has no position for a feature without a geometry', async () => {
    expect(await read(GeojsonFormat, collection(feature({ name: 'a' }, null)))).toEqual([
      [1, { id: 'node/1', name: 'a' }],
    ]);
  });

  it('returns what is not a feature as a row with a fault', async () => {
    expect(await read(GeojsonFormat, collection({ name: 'a' }))).toEqual([
      [1, 'This is not a GeoJSON feature: its type must be "Feature".'],
    ]);
  });

  it.each([
    [collection(feature({}, POINT), feature({}, POINT)).slice(0, -40), /^list\.json is cut off or not JSON/],
    [collection(feature({}, POINT)).slice(0, -1), /^list\.json is cut off or not JSON.*after feature 1\.$/],
    ['{"type":"FeatureCollection" oops}', /^list\.json is (cut off or )?not JSON.*at its first feature\.$/],
    ['{"type":"FeatureCollection","features":[]}', /^list\.json is GeoJSON without features\.$/],
  ])('refuses %s', async (text, sentence) => {
    await expect(read(GeojsonFormat, text)).rejects.toThrow(sentence);
  });
});
