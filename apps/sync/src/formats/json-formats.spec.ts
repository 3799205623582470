import { Readable } from 'node:stream';
import { EsriFormat } from './features/esri-format.js';
import { GeojsonFormat } from './features/geojson-format.js';
import { NdjsonFormat } from './ndjson-format.js';

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

type Form = typeof NdjsonFormat | typeof GeojsonFormat | typeof EsriFormat;

async function read(Form: Form, text: string, chunkSize = 1_000_000) {
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
    [
      '{\n  "name": "a"\n}\n',
      'list.json, line 1: the JSON goes on in the next line; one object per line is expected.',
    ],
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

describe('numbers', () => {
  const featureOf = (id: string, coordinates = '[-79.37,43.65]') =>
    `{"type":"FeatureCollection","features":[{"type":"Feature","id":${id},"geometry":{"type":"Point","coordinates":${coordinates}},"properties":{"name":${id}}}]}`;

  it.each([
    ['9007199254740993', '9007199254740993'],
    ['-12345678901234567890', '-12345678901234567890'],
    ['1.50', '1.5'],
    ['7.0', '7'],
    ['4.5e1', '45'],
    ['1e21', '1000000000000000000000'],
    ['1e-7', '0.0000001'],
    ['-0', '0'],
  ])('%s is %s in NDJSON and GeoJSON, however the text is cut', async (number, text) => {
    for (const size of [1, 7, 1000]) {
      expect(await read(NdjsonFormat, `{"id":${number},"languages":[${number},1]}`, size)).toEqual([
        [1, { id: text, languages: `${text}|1` }],
      ]);
      expect(await read(GeojsonFormat, featureOf(number), size)).toEqual([
        [1, { id: text, name: text, lat: '43.65', lng: '-79.37' }],
      ]);
    }
  });

  it('of coordinates may have an exponent, or more digits than JavaScript keeps', async () => {
    const coordinates = '[-7.937e1,43.65000000000000000001]';
    expect(await read(GeojsonFormat, featureOf('1', coordinates), 5)).toEqual([
      [1, { id: '1', name: '1', lat: '43.65', lng: '-79.37' }],
    ]);
    expect(await read(NdjsonFormat, '{"lat":4.365e1,"lng":-0.7937E+2}')).toEqual([
      [1, { lat: '43.65', lng: '-79.37' }],
    ]);
  });

  it('too large to be one are a fault of their row, and the others are read', async () => {
    const reason = 'id is 1e400, but must be a number up to 1.8e308; write other text in double quotes.';
    expect(await read(NdjsonFormat, '{"id":1e400}\n{"id":2,"other":-1e999}\n')).toEqual([
      [1, reason],
      [2, { id: '2' }],
    ]);
    expect(await read(GeojsonFormat, featureOf('1e400'))).toEqual([[1, reason.replace('id', 'name')]]);
  });

  it('are written again digit by digit when a row is rejected', async () => {
    const format = new GeojsonFormat('list.json', SHAPE);
    const rows = await Readable.from(
      format.rows(Readable.from([Buffer.from(featureOf('9007199254740993'))])),
    ).toArray();
    const reject = { kind: 'row', line: 1, column: '', value: '', reason: '' } as const;
    const written = format.rejects.row(rows[0][0].original, reject);
    expect(written).toContain('"id":9007199254740993,');
    expect(written).toContain('"name":9007199254740993}');
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

  const named = (name: string, coordinates: readonly number[]) =>
    JSON.stringify({
      type: 'FeatureCollection',
      crs: { type: 'name', properties: { name } },
      features: [feature({ name: 'a' }, { type: 'Point', coordinates })],
    });

  it.each([
    ['urn:ogc:def:crs:OGC:1.3:CRS84', [-79.37, 43.65], '43.65', '-79.37'],
    ['urn:ogc:def:crs:EPSG::3857', [-8_835_427.98, 5_411_437.67], '43.650000', '-79.370000'],
  ])('reads coordinates of %s', async (name, coordinates, lat, lng) => {
    expect(await read(GeojsonFormat, named(name, coordinates), 9)).toEqual([
      [1, { id: 'node/1', name: 'a', lat, lng }],
    ]);
  });

  it('refuses a coordinate system that it cannot convert, by its name', async () => {
    await expect(
      read(GeojsonFormat, named('urn:ogc:def:crs:EPSG::26917', [630_084, 4_834_123])),
    ).rejects.toThrow(
      'list.json has coordinates in NAD83 / UTM zone 17N (EPSG:26917), but must have degrees',
    );
  });

  it('refuses a coordinate system that is named after the features', async () => {
    const features = collection(feature({}, POINT)).slice(0, -1);
    const after = (name: string) => `${features},"crs":{"type":"name","properties":{"name":"${name}"}}}`;
    expect(await read(GeojsonFormat, after('EPSG:4326'))).toHaveLength(1);
    await expect(read(GeojsonFormat, after('EPSG:3857'))).rejects.toThrow(
      'list.json names its coordinate system, EPSG:3857, after its first feature: name it before all features.',
    );
  });

  it('ignores that no coordinate system is known', async () => {
    const text = collection(feature({}, POINT)).replace('{', '{"crs":null,');
    expect(await read(GeojsonFormat, text)).toHaveLength(1);
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

describe('Esri JSON', () => {
  const PAGE = {
    objectIdFieldName: 'OBJECTID',
    geometryType: 'esriGeometryPoint',
    spatialReference: { wkid: 102_100, latestWkid: 3857 },
    fields: [
      { name: 'name', type: 'esriFieldTypeString' },
      { name: 'id', type: 'esriFieldTypeDate' },
      {
        name: 'languages',
        type: 'esriFieldTypeInteger',
        domain: { type: 'codedValue', codedValues: [{ name: 'French', code: 1 }] },
      },
    ],
    features: [
      {
        attributes: { name: 'a', id: null, languages: null },
        geometry: { x: -8_835_427.98, y: 5_411_437.67 },
      },
    ],
  };
  const page = (attributes: object, geometry: unknown, more: object = {}) =>
    JSON.stringify({ ...PAGE, ...more, features: [{ attributes, geometry }] });

  it('reads attributes and points, of Web Mercator too', async () => {
    expect(await read(EsriFormat, JSON.stringify(PAGE), 11)).toEqual([
      [1, { name: 'a', lat: '43.650000', lng: '-79.370000' }],
    ]);
  });

  it.each([
    [1_791_000_000_000, '2026-10-03T04:00:00.000Z'.slice(0, 10)],
    [Date.UTC(2026, 9, 3), '2026-10-03'],
    [Date.UTC(2026, 9, 3, 4), '2026-10-03'],
    [Date.UTC(2026, 0, 3, 5), '2026-01-03'],
    [Date.UTC(2026, 9, 3, 14, 30), '2026-10-03T14:30:00.000Z'],
    [-315_619_200_000, '1960-01-01'],
  ])('reads the milliseconds %s of a date as %s', async (id, text) => {
    const [[, row]] = (await read(EsriFormat, page({ id }, null))) as [[number, { id: string }]];
    expect(row.id.slice(0, text.length)).toBe(text);
  });

  it('reads the words of coded domains, and other codes as they are', async () => {
    expect(await read(EsriFormat, page({ languages: 1 }, null))).toEqual([[1, { languages: 'French' }]]);
    expect(await read(EsriFormat, page({ languages: 2 }, null))).toEqual([[1, { languages: '2' }]]);
  });

  it.each([
    [
      'an area',
      {
        rings: [
          [
            [0, 0],
            [2, 0],
            [2, 4],
            [0, 0],
          ],
        ],
      },
      { lat: '2', lng: '1' },
    ],
    [
      'a line',
      {
        paths: [
          [
            [0, 0],
            [2, 4],
          ],
        ],
      },
      { lat: '2', lng: '1' },
    ],
    [
      'points',
      {
        points: [
          [0, 0],
          [2, 4],
        ],
      },
      { lat: '2', lng: '1' },
    ],
    ['an extent', { xmin: 0, ymin: 0, xmax: 2, ymax: 4 }, { lat: '2', lng: '1' }],
    ['an empty point', { x: 'NaN', y: 'NaN' }, {}],
    ['nothing', null, {}],
  ])('has the center of %s', async (_what, geometry, place) => {
    const spatialReference = { wkid: 4326 };
    const [[, row]] = (await read(EsriFormat, page({ name: 'a' }, geometry, { spatialReference }))) as [
      [number, Record<string, string>],
    ];
    const { name, ...found } = row;
    expect(name).toBe('a');
    expect(
      Object.fromEntries(Object.entries(found).map(([key, value]) => [key, String(Number(value))])),
    ).toEqual(place);
  });

  it.each([
    [
      { spatialReference: { wkid: 26_917, latestWkid: 26_917 } },
      'list.json has coordinates in NAD83 / UTM zone 17N (EPSG:26917), but must have degrees',
    ],
    [
      { spatialReference: { wkt: 'PROJCS["NAD_1983_CSRS_MTM_10",GEOGCS["x"]]' } },
      'list.json has coordinates in "NAD_1983_CSRS_MTM_10", but must have degrees',
    ],
  ])('refuses %j', async (more, sentence) => {
    await expect(read(EsriFormat, page({ name: 'a' }, null, more))).rejects.toThrow(sentence);
  });

  it('refuses the error of a server, with its words', async () => {
    const text = '{"error":{"code":400,"message":"Invalid or missing input parameters.","details":[]}}';
    await expect(read(EsriFormat, text)).rejects.toThrow(
      'list.json is no layer: the ArcGIS server reports "Invalid or missing input parameters."',
    );
    await expect(read(EsriFormat, '{"fields":[],"features":[]}')).rejects.toThrow(
      'is Esri JSON without features.',
    );
  });

  it('knows whether its last page says that more follow', async () => {
    const last = async (...marks: readonly boolean[]) => {
      const format = new EsriFormat('list.json', SHAPE);
      const pages = marks.map((exceededTransferLimit) => JSON.stringify({ ...PAGE, exceededTransferLimit }));
      const rows = await Readable.from(format.rows(Readable.from([Buffer.from(pages.join('\n'))]))).toArray();
      return [rows.flat().length, format.endsEarly];
    };
    expect(await last(true)).toEqual([1, true]);
    expect(await last(true, false)).toEqual([2, false]);
    expect(await last(false, true)).toEqual([2, true]);
  });

  it('returns what is not a feature as a row with a fault', async () => {
    expect(await read(EsriFormat, '{"features":[{"geometry":null}]}')).toEqual([
      [1, 'This is not a feature of ArcGIS: it must have "attributes".'],
    ]);
  });
});
