import fc from 'fast-check';
import { detectFormat } from './detect-format.js';
import { jsonShape } from './json-shape.js';

const SOURCE = {
  name: 'any',
  columns: {},
  needs: [],
  formats: ['CSV', 'NDJSON', 'GeoJSON', 'Esri JSON'] as const,
};

function formatOf(head: string): string {
  return detectFormat({ head, displayName: 'list.json' }, SOURCE).constructor.name;
}

it('has the first token of each value of the first object, by its path', () => {
  const text = '{"a":"x","b":[{"c":1},[2]],"d":{"e":null}} {"f":1}';
  expect([...jsonShape(text)]).toEqual([
    ['', '{'],
    ['a', '"x"'],
    ['b', '['],
    ['b.0', '{'],
    ['b.0.c', '1'],
    ['b.1', '['],
    ['b.1.0', '2'],
    ['d', '{'],
    ['d.e', 'null'],
  ]);
});

it('of any beginning of a text is the beginning of its shape', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), (value, length) => {
      const text = JSON.stringify({ value });
      const whole = [...jsonShape(text)];
      const part = [...jsonShape(text.slice(0, length % text.length))];
      expect(part.map(([path]) => path)).toEqual(whole.slice(0, part.length).map(([path]) => path));
    }),
  );
});

it.each([
  [
    'a word in a text',
    '{"id":"1","name":"A clinic","note":"features: \\"FeatureCollection\\", \\"features\\":[{"}',
  ],
  ['a member of that name', '{"id":"1","features":["parking","elevator"]}'],
  ['a list of other objects', '{"id":"1","features":[{"name":"parking"}]}'],
  ['an empty list', '{"id":"1","features":[]}'],
  ['attributes of its own', '{"id":"1","attributes":{"a":1},"type":"walk-in"}'],
  [
    'a later line of another kind',
    '{"id":"1"}\n{"type":"FeatureCollection","features":[{"type":"Feature"}]}',
  ],
  ['a cut text', '{"id":"1","note":"\\"type\\":\\"FeatureCollection\\"'],
])('NDJSON stays NDJSON with %s', (_what, text) => {
  expect(formatOf(text)).toBe('NdjsonFormat');
});

it.each([
  ['with its type first', '{"type":"FeatureCollection","features":[]}'],
  ['with its type last', '{ "features": [ { "geometry": null, "properties": {}, "type": "Feature" } ]'],
  ['after a byte order mark', '\uFEFF\n{\n"name":"features","type" : "FeatureCollection"'],
])('GeoJSON is known %s', (_what, text) => {
  expect(formatOf(text)).toBe('GeojsonFormat');
});

it.each([
  ['by its features', '{"features":[{"attributes":{"NAME":"a"}}]}'],
  ['by its fields', '{"geometryType":"x","fields":[{"name":"a","type":"esriFieldTypeOID"}]'],
  ['by its error', '{"error":{"code":400,"message":"Invalid URL"}}'],
])('Esri JSON is known %s', (_what, text) => {
  expect(formatOf(text)).toBe('EsriFormat');
});

it('features without a collection are refused with the way to make one', () => {
  const line = '{"type":"Feature","geometry":null,"properties":{}}\n';
  expect(() => formatOf(line + line)).toThrow(
    'list.json is GeoJSON without a collection: make one of its features, e.g. with `jq -s',
  );
});

it('is found in a time that grows with the text, whatever is in it', () => {
  const text = `{"a":"${'\\"'.repeat(2_000_000)}`;
  expect(jsonShape(text).get('a')).toHaveLength(4_000_001);
});
