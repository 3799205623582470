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
beforeEach(() => empty(database.url));

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
