import {
  aClinic,
  aDoctor,
  aLocation,
  aRegistration,
  changesOf,
  doctors,
  empty,
  NOTHING,
  register,
  rowsOf,
  sync,
  uuid,
  useTestDatabase,
} from '../../../test/test-directory.js';
import type { RegisterInput } from '../index.js';

const database = useTestDatabase();

beforeEach(() => empty(database.url));

const clinicsOf = () =>
  rowsOf(
    database.url,
    'select name, origin, closed_at is not null as closed from clinic order by name, closed',
  );

const at = (locations: RegisterInput['locations']) => register([aRegistration({ locations })]);

describe('a practice location', () => {
  test('is the clinic that another source has at this address, however it is spelt', async () => {
    await sync(database.url, (writer) => writer.clinics([aClinic()]));
    const { counts } = await sync(
      database.url,
      at([aLocation({ address: '12 Birchmount Rd., TORONTO ON', postalCode: 'M1N 3H5', phone: 'other' })]),
    );
    expect(counts).toEqual({ ...NOTHING, read: 1, created: 1 });
    const clinic = await rowsOf(
      database.url,
      `select clinic.id, clinic.phone from doctor join corrected_record on key = primary_clinic_id::text
      join clinic on clinic.id = survivor`,
    );
    expect(clinic).toEqual([{ id: uuid(1), phone: aClinic().phone }]);
  });

  test('becomes a clinic with a stable id, named by the register or after its street', async () => {
    const locations = [aLocation({ name: 'Kingston Heart', civic: 1 }), aLocation({ civic: 2 })];
    await sync(database.url, at(locations));
    const ids = await rowsOf(database.url, 'select id, name, origin, type, phone from clinic order by name');
    expect(ids).toMatchObject([
      { name: 'Kingston Heart', origin: 'register', type: 'family-practice', phone: '+1-416-555-0120' },
      { name: 'Practice at 2 Kingston Road', origin: 'register' },
    ]);
    await empty(database.url);
    await sync(database.url, at(locations));
    expect(
      await rowsOf(database.url, 'select id, name, origin, type, phone from clinic order by name'),
    ).toEqual(ids);
  });

  test('that the register describes anew changes its own clinic', async () => {
    await sync(database.url, at([aLocation({ name: 'Kingston Heart' })]));
    const { runId } = await sync(database.url, at([aLocation({ phone: '+1-416-555-0199' })]));
    expect(await changesOf(database.url, runId)).toEqual([
      ['clinic', expect.any(String), 'updated', { phone: ['+1-416-555-0120', '+1-416-555-0199'] }],
    ]);
    expect(await clinicsOf()).toMatchObject([{ name: 'Kingston Heart' }]);
  });

  test('is as active registrations describe it, whatever the order of rows', async () => {
    const rows = [
      aRegistration({ registrationNumber: '900001', locations: [aLocation({ phone: '' })] }),
      aRegistration({
        registrationNumber: '900002',
        status: 'Suspended',
        locations: [aLocation({ phone: '+1-416-555-0199' })],
      }),
      aRegistration({ registrationNumber: '900003', locations: [aLocation({ phone: '+1-416-555-0120' })] }),
    ];
    for (const each of [rows, rows.toReversed()]) {
      await sync(database.url, register(each));
      expect(await rowsOf(database.url, 'select phone from clinic')).toEqual([{ phone: '+1-416-555-0120' }]);
    }
  });

  test('given twice in two spellings counts once', async () => {
    const spelt = aLocation({ address: '20 Kingston Rd, Toronto ON M1N 1S9' });
    await sync(database.url, at([aLocation(), spelt, aLocation({ civic: 30 }), spelt]));
    expect(await rowsOf(database.url, 'select position from additional_location')).toEqual([{ position: 1 }]);
  });

  test('at a clinic that had closed opens it again', async () => {
    await sync(database.url, (writer) => writer.clinics([aClinic()]));
    await sync(database.url, (writer) => writer.clinics([], { ended: [uuid(1)] }));
    const { counts, runId } = await sync(
      database.url,
      at([aLocation({ address: aClinic().address, postalCode: '' })]),
    );
    expect(counts).toEqual({ ...NOTHING, read: 1, created: 1, reopened: 1 });
    expect(await changesOf(database.url, runId)).toEqual([
      ['clinic', uuid(1), 'reopened', {}],
      ['doctor', '900001', 'created'],
    ]);
  });

  test.each([
    ['source', true],
    ['postal-area', false],
  ] as const)('is near the subway by the rule of the domain: %s', async (positionSource, near) => {
    const stations = [{ name: 'Kingston', lines: '9', lat: 43.69, lng: -79.27 }];
    const nearSubway = () => rowsOf(database.url, 'select near_subway from clinic');
    await sync(database.url, async (writer) => {
      await writer.stations(stations);
      await writer.register([aRegistration({ locations: [aLocation({ positionSource })] })]);
    });
    expect(await nearSubway()).toEqual([{ near_subway: near }]);
    await sync(database.url, (writer) => writer.stations(stations));
    expect(await nearSubway()).toEqual([{ near_subway: near }]);
  });

  test('replaces what another source said of where the doctor practices', async () => {
    await sync(database.url, async (writer) => {
      await writer.clinics([aClinic(), aClinic({ id: uuid(2), address: '5 Other Street, Toronto' })]);
      await doctors([aDoctor({ clinicIds: [uuid(1), uuid(2)] })])(writer);
    });
    const { counts } = await sync(database.url, at([aLocation()]));
    expect(counts).toEqual({ ...NOTHING, read: 1, updated: 1, opened: 1 });
    expect(await rowsOf(database.url, 'select * from additional_location')).toEqual([]);
  });
});
