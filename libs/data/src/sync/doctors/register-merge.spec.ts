import {
  aClinic,
  aLocation,
  aRegistration,
  changesOf,
  contentOf,
  empty,
  LATER,
  NOTHING,
  NOW,
  register,
  registrations,
  rowsOf,
  sync,
  useTestDatabase,
  uuid,
} from '../../../test/test-directory.js';
import { runSync } from '../index.js';

const database = useTestDatabase();

beforeEach(() => empty(database.url));

const states = () =>
  rowsOf(
    database.url,
    'select registration_number, confirmed_at, expired_at from doctor order by registration_number',
  );
const clinicsOf = () =>
  rowsOf(
    database.url,
    'select name, origin, closed_at is not null as closed from clinic order by name, closed',
  );

describe('a registration', () => {
  test('is stored with what only the register knows', async () => {
    await sync(database.url, register([aRegistration({ practiceStart: 'graduation' })]));
    expect(
      await rowsOf(
        database.url,
        `select registration_status, registration_class, practice_start, confirmed_at, synced_at, expired_at from doctor`,
      ),
    ).toEqual([
      {
        registration_status: 'Active',
        registration_class: 'Independent Practice',
        practice_start: 'graduation',
        confirmed_at: NOW,
        synced_at: NOW,
        expired_at: null,
      },
    ]);
  });

  test('read again changes nothing but the times', async () => {
    await sync(database.url, register(registrations(3)));
    const { counts, differences } = await sync(database.url, register(registrations(3)), LATER);
    expect(counts).toEqual({ ...NOTHING, read: 3, unchanged: 3 });
    expect(differences).toEqual([]);
    expect(await rowsOf(database.url, 'select distinct confirmed_at, synced_at from doctor')).toEqual([
      { confirmed_at: LATER, synced_at: LATER },
    ]);
  });

  test.each([
    ['without a column', { absent: () => ['gender'] }, {}],
    ['with a bad value', {}, { kept: ['gender'] }],
  ])('that was read %s keeps what is stored; later an empty value replaces it', async (_, options, kept) => {
    await sync(database.url, register([aRegistration()]));
    const genders = () => rowsOf(database.url, 'select gender from doctor');
    const unknown = aRegistration({ gender: '' });
    await sync(database.url, register([{ ...unknown, ...kept }]), LATER, options);
    expect(await genders()).toEqual([{ gender: 'female' }]);
    await sync(database.url, register([unknown]), LATER);
    expect(await genders()).toEqual([{ gender: '' }]);
  });

  test('practices at the clinic that another source has at its address, whichever comes first', async () => {
    const places = [aLocation({ civic: 1 }), aLocation({ civic: 2 })] as const;
    await sync(database.url, register([aRegistration({ locations: places })]));
    const { address, postalCode } = places[1];
    const clinic = aClinic({ id: uuid(7), name: 'Kingston Heart', address, postalCode });
    const { counts } = await sync(database.url, (writer) => writer.clinics([clinic]), LATER);
    expect(counts).toMatchObject({ created: 0, updated: 1, closed: 0 });
    const answering = await rowsOf<{ id: string; name: string }>(
      database.url,
      `select clinic.id, clinic.name from additional_location join clinic on clinic.id = clinic_id`,
    );
    // The clinic keeps the id that it had before.
    expect(answering).toEqual([{ id: expect.any(String), name: 'Kingston Heart' }]);
    expect(
      await rowsOf(database.url, `select survivor from corrected_record where key = '${uuid(7)}'`),
    ).toEqual([{ survivor: answering[0]!.id }]);
  });

  test('is confirmed as of the day on which the register was drawn, and never in the future', async () => {
    const drawn = new Date('2026-11-01T00:00:00Z');
    const drawnAt = (extractedAt: Date, now = NOW) =>
      runSync(database.url, { source: 'test', extractedAt }, now, register([aRegistration()]));
    await drawnAt(drawn);
    expect(await states()).toMatchObject([{ confirmed_at: drawn }]);
    await drawnAt(LATER);
    expect(await states()).toMatchObject([{ confirmed_at: NOW }]);
    await drawnAt(drawn, LATER);
    expect(await states()).toMatchObject([{ confirmed_at: NOW }]);
  });

  test('that differs says in what, in words of people', async () => {
    await sync(database.url, register([aRegistration()]));
    const { runId } = await sync(
      database.url,
      register([
        aRegistration({
          name: 'Dr. Éloïse Brand',
          specialties: ['Cardiology'],
          practisingSince: '2002-07-01',
          locations: [aLocation({ civic: 30, name: 'Kingston Heart' }), aLocation()],
        }),
      ]),
    );
    expect(await changesOf(database.url, runId)).toEqual([
      ['clinic', expect.any(String), 'created'],
      [
        'doctor',
        '900001',
        'updated',
        {
          name: ['Dr. Éloïse Brandåvøld', 'Dr. Éloïse Brand'],
          specialties: [['Cardiology', 'Internal Medicine'], ['Cardiology']],
          practisingSince: ['2001-07-01', '2002-07-01'],
          clinics: [['Practice at 20 Kingston Road'], ['Kingston Heart', 'Practice at 20 Kingston Road']],
        },
      ],
    ]);
  });

  test('that occurs twice is rejected the second time, with its line', async () => {
    const [first, second] = registrations(2);
    const { counts, runId } = await sync(
      database.url,
      register([
        { ...first!, line: 2 },
        { ...second!, line: 3 },
        { ...first!, name: 'Dr. Other', locations: [aLocation({ civic: 99 })], line: 4 },
      ]),
      NOW,
      { maxRejected: 1 },
    );
    expect(counts).toEqual({ ...NOTHING, read: 3, created: 2, opened: 1, rejected: 1 });
    expect(
      await rowsOf(database.url, 'select line, value, reason from sync_reject where run_id = $1', [runId]),
    ).toEqual([
      {
        line: 4,
        value: 'registration_number 900001',
        reason: 'Line 2 already holds this record: keep one of the two rows.',
      },
    ]);
    expect(await clinicsOf()).toHaveLength(1);
  });
});

describe('a registration that is not active', () => {
  const ended = new Date('2026-06-30T00:00:00Z');

  test.each([
    ['the day that the register gives', ended, ended],
    ['the time of the run, when it gives none', undefined, NOW],
    ['the time of the run, when it gives a day to come', LATER, NOW],
  ])('is stored as expired since %s', async (_, expiredAt, expected) => {
    const { counts } = await sync(
      database.url,
      register([aRegistration({ status: 'Suspended', expiredAt })]),
    );
    expect(counts).toEqual({ ...NOTHING, read: 1, created: 1 });
    expect(await clinicsOf()).toMatchObject([{ closed: true }]);
    expect(await states()).toEqual([
      { registration_number: '900001', confirmed_at: null, expired_at: expected },
    ]);
  });

  test('expires its doctor, keeps the time and the last confirmation, and comes back', async () => {
    await sync(database.url, register([aRegistration()]));
    const expired = await sync(database.url, register([aRegistration({ status: 'Expired' })]), LATER);
    expect(expired.counts).toEqual({ ...NOTHING, read: 1, updated: 1, expired: 1, closed: 1 });
    expect(await changesOf(database.url, expired.runId)).toMatchObject([
      ['clinic', expect.any(String), 'closed', {}],
      ['doctor', '900001', 'expired', { registrationStatus: ['Active', 'Expired'] }],
    ]);
    const again = await sync(
      database.url,
      register([aRegistration({ status: 'Expired' })]),
      new Date('2026-12-01'),
    );
    expect(again.counts).toEqual({ ...NOTHING, read: 1, unchanged: 1 });
    expect(await states()).toMatchObject([{ confirmed_at: NOW, expired_at: LATER }]);
    const back = await sync(database.url, register([aRegistration()]), new Date('2026-12-02'));
    expect(back.counts).toEqual({ ...NOTHING, read: 1, updated: 1, unexpired: 1, reopened: 1 });
    expect(await states()).toMatchObject([{ confirmed_at: new Date('2026-12-02'), expired_at: null }]);
  });
});

describe('a complete register', () => {
  test('expires whom it does not hold; a partial one does not', async () => {
    const [stays, leaves] = registrations(2);
    await sync(database.url, register([stays!, leaves!], { complete: true }));
    const partial = await sync(database.url, register([stays!]), LATER);
    expect(partial.counts.expired).toBe(0);
    const complete = await sync(database.url, register([stays!], { complete: true }), LATER);
    expect(complete.counts).toEqual({ ...NOTHING, read: 1, unchanged: 1, expired: 1 });
    expect(await changesOf(database.url, complete.runId)).toEqual([
      ['doctor', '900002', 'expired', { expiredAt: [null, '2026-11-21T04:10:00+00:00'] }],
    ]);
    const [run] = await rowsOf(database.url, 'select complete, expired from sync_run where id = $1', [
      complete.runId,
    ]);
    expect(run).toEqual({ complete: true, expired: 1 });
  });

  test('that is empty is refused', async () => {
    await sync(database.url, register(registrations(1)));
    await expect(sync(database.url, register([], { complete: true }))).rejects.toThrow(
      'The register is called complete but holds no doctor.',
    );
  });

  test('does not miss a registration whose row could not be used', async () => {
    const [stays, bad] = registrations(2);
    await sync(database.url, register([stays!, bad!]));
    const { counts } = await sync(
      database.url,
      async (writer) => {
        writer.reject({ line: 3, column: 'gender', value: '?', reason: 'No.' }, bad!.registrationNumber);
        await writer.register([stays!], { complete: true });
      },
      LATER,
      { maxRejected: 1 },
    );
    expect(counts).toEqual({ ...NOTHING, read: 2, unchanged: 1, rejected: 1 });
    expect(await states()).toMatchObject([{ confirmed_at: LATER }, { confirmed_at: NOW, expired_at: null }]);
  });

  test('closes its own clinics at which nobody is left, and opens them again', async () => {
    const moved = aRegistration({ locations: [aLocation({ civic: 30 })] });
    await sync(database.url, register([aRegistration()], { complete: true }));
    const { counts } = await sync(database.url, register([moved], { complete: true }));
    expect(counts).toEqual({ ...NOTHING, read: 1, updated: 1, opened: 1, closed: 1 });
    const back = await sync(database.url, register([aRegistration()], { complete: true }));
    expect(back.counts).toEqual({ ...NOTHING, read: 1, updated: 1, closed: 1, reopened: 1 });
    expect(await clinicsOf()).toMatchObject([
      { name: 'Practice at 20 Kingston Road', closed: false },
      { name: 'Practice at 30 Kingston Road', closed: true },
    ]);
  });
});

describe('the guard', () => {
  const REGISTER = registrations(600);
  const missing = (count: number) => register(REGISTER.slice(count), { complete: true });
  const suspended = (count: number) =>
    register(REGISTER.map((row, n) => (n < count ? { ...row, status: 'Suspended' } : row)));

  beforeEach(() => sync(database.url, register(REGISTER)));

  test.each([
    ['missing', missing],
    ['not active', suspended],
  ])('refuses a run with too many %s, says how many, and names the first', async (_, rows) => {
    const before = await contentOf(database.url);
    await expect(sync(database.url, rows(13))).rejects.toThrow(
      'This run would expire 13 of 600 active registrations (2.2%), more than the 2% that one run may: ' +
        '900001, 900002, 900003, 900004, 900005, 900006, 900007, 900008, 900009, 900010 and 3 more. ' +
        'If that is right, confirm the number 13.',
    );
    expect(await contentOf(database.url)).toBe(before);
  });

  test.each([
    ['as many as the share allows', 12, {}],
    ['another share', 13, { maxExpired: 0.05 }],
    ['the number confirmed', 200, { confirmExpiry: 200 }],
  ])('lets %s expire', async (_, count, options) => {
    const { counts } = await sync(database.url, missing(count), NOW, options);
    expect(counts.expired).toBe(count);
  });

  test.each([199, 201])('refuses another number than the one confirmed: %d', async (confirmExpiry) => {
    await expect(sync(database.url, missing(200), NOW, { confirmExpiry })).rejects.toThrow('200 of 600');
  });

  test('lets up to nine expire, however few there are', async () => {
    await empty(database.url);
    await sync(database.url, register(REGISTER.slice(0, 20)));
    await expect(sync(database.url, register(REGISTER.slice(10, 20), { complete: true }))).rejects.toThrow(
      '10 of 20',
    );
    const { counts } = await sync(database.url, register(REGISTER.slice(9, 20), { complete: true }));
    expect(counts.expired).toBe(9);
  });
});
