import {
  aRegistration,
  empty,
  register,
  registrations,
  rowsOf,
  sync,
  useTestDatabase,
} from '../../../test/test-directory.js';
import type { RegisterInput } from './doctor-input.js';

const database = useTestDatabase();
beforeEach(() => empty(database.url));

const SPECIALTIES = ['Cardiology', 'Dermatology', 'Neurology'];
const ROWS: readonly RegisterInput[] = registrations(120).map((row, i) => ({
  ...row,
  specialties: [SPECIALTIES[i % 3]!, ...(i % 5 === 0 ? [] : [SPECIALTIES[(i + 1) % 3]!])],
  languages: i % 7 === 0 ? [] : ['English', i < 100 ? 'Tamil' : 'Urdu'],
}));
const numbered = (rows: readonly RegisterInput[]) => rows.map((row, i) => ({ ...row, line: i + 2 }));

/** The stored lists, by registration number. */
async function lists(): Promise<unknown> {
  const list = (table: string) => `coalesce((
    select jsonb_agg(name order by position) from doctor_${table} word join ${table} on id = ${table}_id
    where word.registration_number = doctor.registration_number), '[]')`;
  const rows = await rowsOf<Record<'number' | 'specialties' | 'languages', string>>(
    database.url,
    `select registration_number as number, ${list('specialty')} as specialties, ${list('language')} as languages
    from doctor order by length(registration_number), registration_number`,
  );
  return rows;
}

const expected = (rows: readonly RegisterInput[]) =>
  rows.map(({ registrationNumber, specialties, languages }) => ({
    number: registrationNumber,
    specialties,
    languages,
  }));

/** How many list rows are about a doctor that is not stored. */
async function orphans(): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    database.url,
    `select count(*)::integer as count from (
      select registration_number from doctor_specialty union all select registration_number from doctor_language) word
    where not exists (select from doctor where doctor.registration_number = word.registration_number)`,
  );
  return row!.count;
}

describe('the lists of a first register', () => {
  test('are those of its rows in any order', async () => {
    const shuffled = [...ROWS.slice(30), ...ROWS.slice(0, 30)];
    await sync(database.url, register(shuffled));
    expect(await lists()).toEqual(expected(ROWS));
  });

  test('are of the first of two rows about a doctor', async () => {
    const again = aRegistration({ ...ROWS[10]!, specialties: ['Urology'], languages: ['Greek'] });
    const { counts } = await sync(database.url, register(numbered([...ROWS, again])));
    expect(counts).toMatchObject({ created: 120, rejected: 1 });
    expect(await lists()).toEqual(expected(ROWS));
  });

  test('are not of rows that were rejected after they were read', async () => {
    const without = { ...ROWS[119]!, locations: [], kept: ['locations'] };
    const { counts } = await sync(database.url, register(numbered([...ROWS.slice(0, 119), without])));
    expect(counts).toMatchObject({ created: 119, rejected: 1 });
    expect(await lists()).toEqual(expected(ROWS.slice(0, 119)));
    expect(await orphans()).toBe(0);
  });

  test('are gone when the source fails', async () => {
    const rows = function* () {
      yield* ROWS;
      throw new Error('The file ends here.');
    };
    await expect(sync(database.url, (writer) => writer.register(rows()))).rejects.toThrow(
      'The file ends here.',
    );
    expect(await orphans()).toBe(0);
  });
});
