import {
  ClinicQuery,
  DoctorSearchQuery,
  type Query,
  QueryReader,
  SpecialistQuery,
} from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import { fold } from '@care-atlas/domain/text';
import { type Parameters, type RandomQueries, seeded } from '../../tools/src/queries/random-query.js';
import { NAMED_PLACES, NEAR_NAMES } from './data-files.js';
import { alikeOracle, NAME_TABLES, RANKS, soundOracle } from './name-oracles.js';
import { ParityDirectory, TODAY, WHOLE } from './parity-directory.js';
import { clinicOracle, doctorOracle, type Oracle, specialistOracle } from './sql-oracle.js';

const SEED = 20_261_122;
const QUERIES = 100;
const ALPHABET = Array.from('abcdefghijklmnopqrstuvwxyz');
const PLACES = NEAR_NAMES.filter((text) => NAMED_PLACES.get(text)!.kind !== 'subway-station');
/** What a misspelled name may turn into: "doctors" without its last letter. */
const TITLES = ['dr', 'dre', 'doctor', 'docteur', 'docteure', 'md'];
const random = seeded(SEED);

let parity: ParityDirectory;
let directory: Directory;
let queries: RandomQueries;
const words = { doctor: [] as string[], clinic: [] as string[] };

beforeAll(async () => {
  parity = await ParityDirectory.open();
  ({ directory } = parity);
  queries = parity.queries(SEED);
  await parity.rowsOf({ sql: NAME_TABLES, values: [] });
  const sql = 'select kind, word from name_word order by kind, id, word';
  for (const { kind, word } of await parity.rowsOf<{ kind: 'doctor' | 'clinic'; word: string }>({
    sql,
    values: [],
  }))
    words[kind].push(word);
});

afterAll(() => parity?.close());

async function idsOf(oracle: Oracle): Promise<string[]> {
  return (await parity.rowsOf<{ id: string }>(oracle)).map(({ id }) => id);
}

/** Returns a word with a letter deleted, added, replaced or swapped with the next. */
function misspelled(word: string): string {
  const at = random.below(word.length);
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
  const other = random.pick(ALPHABET);
  const swapped = before + (after[0] ?? '') + letter + after.slice(1);
  return random.pick([before + after, before + other + letter + after, before + other + after, swapped]);
}

function aTerm(of: readonly string[]): string {
  const word = random.pick(of);
  const kind = random.unit();
  if (kind < 0.2) return word;
  if (kind < 0.4) return word.slice(0, 2 + random.below(5));
  return kind < 0.8 ? misspelled(word) : misspelled(misspelled(word));
}

interface Search {
  readonly of: 'doctor' | 'clinic';
  readonly draw: () => Parameters;
  readonly sort: readonly string[];
  readonly oracle: (parameters: Parameters, today: string) => Oracle;
  readonly ask: (parameters: Parameters) => {
    readonly total: number;
    readonly matches?: readonly { readonly how: string }[];
  };
}
const read = <Q extends Query>(described: new () => Q, parameters: Parameters) =>
  new QueryReader(described).read(parameters);

const SEARCHES: readonly (readonly [string, Search])[] = [
  [
    'doctors',
    {
      of: 'doctor',
      draw: () => (random.chance(0.3) ? queries.doctors() : {}),
      sort: ['years'],
      oracle: doctorOracle,
      ask: (parameters) => directory.searchDoctors(read(DoctorSearchQuery, parameters), WHOLE).value,
    },
  ],
  [
    'clinics',
    {
      of: 'clinic',
      draw: () => (random.chance(0.3) ? queries.clinics() : {}),
      sort: [],
      oracle: clinicOracle,
      ask: (parameters) => directory.listClinics(read(ClinicQuery, parameters), WHOLE).value,
    },
  ],
  [
    'specialists',
    {
      of: 'clinic',
      draw: () => ({ specialty: 'Cardiology', ...(random.chance(0.3) && { accepting: 'true' }) }),
      sort: ['wait'],
      oracle: specialistOracle,
      ask: (parameters) => directory.listSpecialists(read(SpecialistQuery, parameters), WHOLE).value,
    },
  ],
];

describe.each(SEARCHES)('match=forgiving for %s', (_what, { of, draw, sort, oracle, ask }) => {
  it('finds what SQL finds with edit distances, best first, under random filters and orders', async () => {
    const ranks = new Set<number>();
    let telling = 0;
    for (let i = 0; i < QUERIES; i++) {
      const terms = Array.from({ length: random.chance(0.7) ? 1 : 2 }, () => aTerm(words[of]));
      // A search leaves titles out, which is tested in libs/domain.
      if (terms.some((term) => term.length < 2 || TITLES.includes(term))) continue;
      const drawn = draw();
      const parameters = random.chance(0.4)
        ? drawn
        : queries.placed(drawn, { names: PLACES, areas: ['Toronto'] }, sort);
      const rankOf = new Map(
        (await parity.rowsOf<{ id: string; rank: number }>(alikeOracle(of, terms))).map(
          (row) => [row.id, row.rank] as const,
        ),
      );
      const found = (await idsOf(oracle(parameters, TODAY))).filter((id) => rankOf.has(id));
      const inOrder =
        'sort' in parameters || 'ids' in parameters
          ? found
          : found.toSorted((a, b) => rankOf.get(a)! - rankOf.get(b)!);
      const asked = { ...parameters, q: terms.join(' '), match: 'forgiving' };
      const { total, matches } = ask(asked);
      expect(matches).toHaveLength(total);
      const spelled = matches!.filter(({ how }) => how !== 'sound').map((match) => Object.values(match));
      expect({ asked, spelled }).toEqual({
        asked,
        spelled: inOrder.map((id) => [id, RANKS[rankOf.get(id)!]]),
      });
      for (const id of found) ranks.add(rankOf.get(id)!);
      if (found.length > 0) telling++;
    }
    expect([...ranks].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
    expect(telling).toBeGreaterThan(QUERIES / 5);
  });
});

it('words that sound alike are those of PostgreSQL', async () => {
  let sure = 0;
  for (let i = 0; i < 60; i++) {
    const term = random.pick(words.doctor);
    const better = await idsOf(alikeOracle('doctor', [term]));
    const sounding = await parity.rowsOf<{ id: string; sure: boolean }>(soundOracle(term));
    const alike = sounding.filter(({ id }) => !better.includes(id));
    const { matches } = directory.searchDoctors({ q: term, match: 'forgiving' }, WHOLE).value;
    const found = matches!.filter(({ how }) => how === 'sound').map(({ cpsoNumber }) => cpsoNumber);
    const certain = alike.filter((row) => row.sure).map(({ id }) => id);
    expect({ term, missing: certain.filter((id) => !found.includes(id)) }).toEqual({ term, missing: [] });
    const possible = alike.map(({ id }) => id);
    expect({ term, odd: found.filter((id) => !possible.includes(id)) }).toEqual({ term, odd: [] });
    sure += certain.length;
  }
  expect(sure).toBeGreaterThan(40);
});

it('q finds the clinics that SQL finds, also with filters', async () => {
  const names = [...parity.clinics.values()].map(({ name }) => fold(name));
  let found = 0;
  for (let i = 0; i < 80; i++) {
    const name = random.pick(names);
    const from = random.below(name.length - 3);
    const q = name.slice(from, from + 2 + random.below(10)).trim();
    if (q.length < 2) continue;
    const parameters = { q, ...(random.chance(0.3) && { accepting: 'true' }) };
    const ids = await idsOf(clinicOracle(parameters, TODAY));
    const { clinics } = directory.listClinics(read(ClinicQuery, parameters), WHOLE).value;
    expect({ q, ids: clinics.map(({ id }) => id) }).toEqual({ q, ids });
    if (ids.length > 0 && ids.length < names.length / 2) found++;
  }
  expect(found).toBeGreaterThan(40);
});
