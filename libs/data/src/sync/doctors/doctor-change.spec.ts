import { aClinic, aDoctor, empty, sync, useTestDatabase, uuid } from '../../../test/test-directory.js';

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
