import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { independenceOf, restrictionsOf } from '@care-atlas/domain/rules';
import { parse } from 'csv-parse/sync';
import { clinics } from '../src/sources/clinics.js';
import { registrationStatusOf } from '../src/values/registration-status.js';
import { registrationClassOf, restrictionsIn } from '../src/values/registration-terms.js';
import { VocabularyReader } from '../src/values/vocabulary.js';
import { rowOf } from './input-row.js';
import { clinicsIn, EXAMPLES, importFile, NOW, useImports } from './test-import.js';

const REAL = join(EXAMPLES, 'real');
const test = useImports();

/** A cell as a register writes it, and what must be read of it. */
interface Cell {
  readonly cell: string;
  readonly expected: string;
  readonly not_understood: string;
}

function cellsOf(file: string): [string, Cell][] {
  const cells = parse<Cell>(readFileSync(join(REAL, file)), { columns: true });
  return cells.map((cell) => [JSON.stringify(cell.cell), cell]);
}

describe.each([
  ['specialty', 'specialties.csv'],
  ['language', 'languages.csv'],
] as const)('a list of words for each %s', (kind, file) => {
  it.each(cellsOf(file))('%s', (_, { cell, expected, not_understood }) => {
    const row = rowOf({ list: cell });
    const names = row.field('list', [], () => new VocabularyReader(kind).listOf(row, 'list'));
    expect(names.join('|')).toBe(expected);
    expect(row.notes.map(({ value }) => value).join('|')).toBe(not_understood);
  });
});

describe('a status of a registration', () => {
  it.each(cellsOf('statuses.csv'))('%s', (_, { cell, expected }) => {
    const status = registrationStatusOf(cell);
    const meaning = status?.isActive === true ? 'active' : 'not active';
    expect(status ? [meaning, status.since].filter(Boolean).join(' since ') : '').toBe(expected);
  });
});

describe('a class of registration, and its restrictions', () => {
  const file = readFileSync(join(REAL, 'registrations.csv'));
  const rows = parse<Record<string, string>>(file, { columns: true });

  it.each(rows.map((row) => [JSON.stringify(row), row] as const))('%s', (_, { expected, ...given }) => {
    const { independent, restricted, ...cells } = given;
    const row = rowOf(cells);
    const words = registrationClassOf(row, 'class');
    const restrictions = restrictionsIn(row);
    expect(words).toBe(expected);
    expect(independenceOf(words)).toBe(independent);
    const answer = restrictionsOf({ class: words, restrictions, asOf: null });
    const isDoubtful = row.notes.length > 0;
    expect(isDoubtful ? `doubtful, ${answer}` : answer).toBe(
      restricted === 'doubtful' ? 'doubtful, unknown' : restricted,
    );
  });

  it('a long text is no class', () => {
    const row = rowOf({
      class: 'May practise medicine only in the department in which she holds an appointment',
    });
    expect(registrationClassOf(row, 'class')).toBe('');
    expect(row.notes).toHaveLength(1);
  });
});

interface Place {
  readonly id: string;
  readonly properties: Readonly<Record<string, string>> & { readonly expected: string };
}

it('places are listed with their type, or left out for what they are', async () => {
  const file = join(REAL, 'places.geojson');
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as { readonly features: readonly Place[] };
  const copy = await test.folder.file('places.geojson', readFileSync(file));
  const summary = await importFile(clinics, copy, test.url, { extractedAt: NOW });
  const types = new Map([...(await clinicsIn(test.url)).values()].map(({ name, type }) => [name, type]));
  const read = features.map(({ properties: { name = '' } }) => [name, types.get(name) ?? '']);
  const listed = features.map(({ properties: { name = '', expected } }) => [
    name,
    expected.startsWith('left out') ? '' : expected,
  ]);
  expect(read).toEqual(listed);
  const counted = Map.groupBy(features, ({ properties }) => properties.expected);
  expect(new Map(summary.leftOut.map(({ reason, rows }) => [`left out: ${reason}`, rows]))).toEqual(
    new Map(
      [...counted]
        .filter(([expected]) => expected.startsWith('left out'))
        .map(([expected, places]) => [expected, places.length]),
    ),
  );
  expect(summary).toMatchObject({ rejected: 0, noted: 0 });
});
