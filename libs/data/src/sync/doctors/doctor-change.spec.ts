import {
  aClinic,
  aDoctor,
  aRegistration,
  empty,
  LATER,
  register,
  rowsOf,
  sync,
  useTestDatabase,
  uuid,
} from '../../../test/test-directory.js';

const database = useTestDatabase();
const ROLE = 'plain_importer';

beforeEach(() => empty(database.url));
const lists = () =>
  rowsOf(
    database.url,
    `select registration_number, 'specialty' as list, name, position from doctor_specialty
      join specialty on id = specialty_id
    union all
    select registration_number, 'language', name, position from doctor_language join language on id = language_id
    order by registration_number, list, position`,
  );

/** Returns the URL of the database for a role that may only write, and not skip any check. */
async function plainRole(): Promise<string> {
  await rowsOf(database.url, `create role ${ROLE} login password 'import'`);
  await rowsOf(
    database.url,
    `grant select, insert, update, delete on all tables in schema public to ${ROLE}`,
  );
  const url = Object.assign(new URL(database.url), { username: ROLE, password: 'import' }).href;
  const right = `select has_parameter_privilege('session_replication_role', 'set') as allowed`;
  expect(await rowsOf(url, right)).toEqual([{ allowed: false }]);
  return url;
}

test('writes the same lists for a role whose rows PostgreSQL checks one by one', async () => {
  const first = register([aRegistration(), aRegistration({ registrationNumber: '900002', languages: [] })]);
  const second = register([aRegistration({ specialties: ['Neurology'], languages: ['Tamil', 'English'] })]);
  await sync(database.url, first);
  await sync(database.url, second, LATER);
  const written = await lists();
  expect(written).toContainEqual({
    registration_number: '900001',
    list: 'language',
    name: 'Tamil',
    position: 1,
  });

  await empty(database.url);
  const url = await plainRole();
  try {
    await sync(url, first);
    await sync(url, second, LATER);
    expect(await lists()).toEqual(written);
  } finally {
    await rowsOf(database.url, `drop owned by ${ROLE}`);
    await rowsOf(database.url, `drop role ${ROLE}`);
  }
});

test('checks the keys of what follows in the same run', async () => {
  const failing = sync(database.url, async (writer) => {
    await writer.clinics([aClinic()]);
    await writer.doctors([aDoctor()]);
    await writer.doctors([aDoctor({ registrationNumber: '900002', clinicIds: [uuid(9)] })]);
  });
  await expect(failing).rejects.toThrow('doctor_primary_clinic_id_fkey');
});

test('checks the keys of further clinics', async () => {
  const failing = sync(database.url, async (writer) => {
    await writer.clinics([aClinic()]);
    await writer.doctors([aDoctor({ clinicIds: [aClinic().id, uuid(9)] })]);
  });
  await expect(failing).rejects.toThrow('additional_location_clinic_id_fkey');
});

test('rewrites the words of a list that differ, and no others', async () => {
  const languages = () =>
    rowsOf(
      database.url,
      `select name, position, doctor_language.xmin::text as written from doctor_language
      join language on id = language_id order by position`,
    );
  const write = async (words: readonly string[], now?: Date) => {
    await sync(database.url, register([aRegistration({ languages: words })]), now);
    const rows = await languages();
    expect(rows.map(({ name }) => name)).toEqual(words);
    expect(rows.map(({ position }) => position)).toEqual(words.map((_, index) => index + 1));
    return rows.map(({ written }) => written);
  };
  const day = (n: number) => new Date(LATER.getTime() + n * 86_400_000);
  const [first] = await write(['English', 'French', 'Tamil'], day(1));
  const swapped = await write(['English', 'Tamil', 'French', 'Urdu'], day(2));
  expect(swapped[0]).toBe(first);
  const moved = await write(['Tamil', 'English'], day(3));
  expect(moved).not.toContain(first);
  expect(await write(['Tamil'], day(4))).toEqual([moved[0]]);
  expect(await write(['Tamil', 'English', 'French'], day(5))).toContain(moved[0]);
});
