import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type Described, fieldsOf, isList, type JsonSchema } from '../schema/schema.js';
import type { Item } from './column.js';
import { LISTS, type ListShape } from './list-shape.js';
import { listText } from './list-text.js';

const HOSTILE = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  '＝1',
  'a;b',
  'a,b',
  '"',
  "'",
  '\r\n',
  '',
];
const TEXT = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }));

/** Returns values that a schema allows, and hostile ones of its type. */
function valueOf({ type, items }: JsonSchema): fc.Arbitrary<unknown> {
  const [first] = [type].flat();
  if (first === 'boolean') return fc.boolean();
  if (first === 'integer') return fc.integer();
  if (first === 'number')
    return fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number || 0);
  return first === 'array' ? fc.array(valueOf(items ?? {}), { maxLength: 4 }) : TEXT;
}

function itemOf(described: Described): fc.Arbitrary<Item> {
  const fields = fieldsOf(described);
  const members = fields.map(({ name, schema, record }) => {
    const inner = record && itemOf(record());
    const value = inner && isList(schema) ? fc.array(inner, { maxLength: 3 }) : (inner ?? valueOf(schema));
    return [name, value] as const;
  });
  const requiredKeys = fields.filter(({ required }) => required).map(({ name }) => name);
  return fc.record(Object.fromEntries(members), { requiredKeys });
}

/** Returns what the cells of an item must say, by column. */
function cellsOf(item: Item, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) => {
      const column = prefix === '' ? name : prefix + name.replace(/^./, (first) => first.toUpperCase());
      if (Array.isArray(value)) return [[column, value.map(listed).join('; ')]];
      if (typeof value === 'object' && value !== null) return Object.entries(cellsOf(value as Item, column));
      return [[column, listed(value ?? '')]];
    }),
  );
}

function listed(value: unknown): string {
  return typeof value === 'object'
    ? Object.values(value ?? {})
        .map(listed)
        .join(' ')
    : String(value as string | number);
}

function answerOf({ items, record }: ListShape): fc.Arbitrary<Item> {
  return fc
    .array(itemOf(record), { maxLength: 5 })
    .map((list) => ({ [items]: list, total: 99, count: list.length }));
}

describe.each(Array.from(LISTS, ([name, shape]) => ({ name, shape })))('$name as CSV', ({ shape }) => {
  it('holds each value of the items, and nothing that a spreadsheet executes', () => {
    fc.assert(
      fc.property(answerOf(shape), (answer) => {
        const text = listText('csv', shape, answer, () => undefined);
        const [header = [], ...rows] = parse(text, { record_delimiter: '\r\n' });
        const items = answer[shape.items] as readonly Item[];
        expect(rows).toHaveLength(items.length);
        rows.forEach((row, i) => {
          const expected = cellsOf(items[i]!);
          for (const [column, name] of header.entries()) {
            const cell = row[column]!;
            const value = expected[name] ?? '';
            expect([value, `'${value}`]).toContain(cell);
            expect(cell).not.toMatch(/^([=+@\t\r\n＝＋－＠]|-(?![\d.e+-]+$))/);
            delete expected[name];
          }
          expect(expected).toEqual({});
        });
      }),
      { numRuns: 70 },
    );
  });

  it('always has the required columns, and optional ones if an item has them', () => {
    const header = (answer: Item) =>
      listText('csv', shape, answer, () => undefined)
        .split('\r\n', 1)[0]!
        .split(',');
    const required = shape.columns.filter(({ optional }) => !optional).map(({ name }) => name);
    expect(header({ [shape.items]: [] })).toEqual(required);
    fc.assert(
      fc.property(answerOf(shape), (answer) => {
        const names = (answer[shape.items] as readonly Item[]).flatMap((item) => Object.keys(cellsOf(item)));
        expect(header(answer).toSorted()).toEqual([...new Set([...required, ...names])].toSorted());
      }),
    );
  });
});

it('leaves negative numbers alone', () => {
  const shape = LISTS.get('listDoctors')!;
  const text = listText('csv', shape, { doctors: [{ clinic: { lat: -1.5, lng: -79.4 } }] }, () => undefined);
  expect(text).toContain(',-1.5,-79.4,');
});

it('writes telephone numbers so that a spreadsheet runs nothing and adds nothing', () => {
  const shape = LISTS.get('listDoctors')!;
  const csv = (phone: string) =>
    listText('csv', shape, { doctors: [{ clinic: { phone } }] }, () => undefined);
  expect(csv('+1-416-555-0101')).toContain(',1-416-555-0101,');
  expect(csv('+1-416-555-0101 ext. 5')).toContain(',1-416-555-0101 ext. 5,');
  expect(csv('+1-416-555-0101+cmd')).toContain(",'+1-416-555-0101+cmd,");
});

it('gives each column of a list another name', () => {
  for (const { columns } of LISTS.values()) {
    expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
  }
});

describe('GeoJSON', () => {
  const clinics = LISTS.get('listClinics')!;
  it('has the longitude first, and the envelope as foreign members', () => {
    const answer = { clinics: [{ id: 'a', name: 'A' }], total: 7, count: 1, missing: ['b'] };
    const text = listText('geojson', clinics, answer, () => ({ lat: 43.5, lng: -79.5 }));
    expect(JSON.parse(text)).toEqual({
      type: 'FeatureCollection',
      total: 7,
      count: 1,
      missing: ['b'],
      features: [
        {
          type: 'Feature',
          id: 'a',
          geometry: { type: 'Point', coordinates: [-79.5, 43.5] },
          properties: { id: 'a', name: 'A' },
        },
      ],
    });
  });

  it('has no geometry for a clinic that is no longer listed', () => {
    const text = listText(
      'geojson',
      clinics,
      { clinics: [{ id: 'a' }], total: 1, count: 1 },
      () => undefined,
    );
    expect(JSON.parse(text)).toMatchObject({ features: [{ geometry: null, properties: { id: 'a' } }] });
  });

  it('is only for lists of doctors, clinics and places', () => {
    const placed = [...LISTS].filter(([, { formats }]) => formats.includes('geojson')).map(([name]) => name);
    expect(placed).toEqual(['listDoctors', 'searchDoctors', 'listClinics', 'listSpecialists', 'listPlaces']);
  });
});
