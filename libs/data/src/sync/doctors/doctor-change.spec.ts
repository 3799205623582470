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
