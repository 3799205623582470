import { isNearSubway } from '@care-atlas/domain/rules';
import {
  aClinic,
  aDoctor,
  aReview,
  doctors,
  empty,
  feedOneOfEach,
  LATER,
  NOTHING,
  NOW,
  rowsOf,
  sync,
  uuid,
  useTestDatabase,
} from '../../test/test-directory.js';

const database = useTestDatabase();

beforeEach(() => empty(database.url));

async function* clinicsOneByOne() {
  yield aClinic();
  yield await Promise.resolve(aClinic({ id: uuid(2) }));
}

describe('rows', () => {
  test('reports its progress', async () => {
    const lines: string[] = [];
    // A review that is repeated is read each time, and written once.
    const many = Array.from({ length: 10_001 }, (_, n) => aReview({ id: uuid(n % 3) }));
    await sync(database.url, feedOneOfEach);
    await sync(database.url, (writer) => writer.reviews(many), NOW, {
      onProgress: (line) => lines.push(line),
    });
    expect(lines).toEqual(['reviews: 5000 read', 'reviews: 10000 read', 'reviews: 3 changed']);
  });

  test('takes rows from an asynchronous source, one at a time', async () => {
    const { counts } = await sync(database.url, (writer) => writer.clinics(clinicsOneByOne()));
    expect(counts.created).toBe(2);
  });

  test('stores every text exactly', async () => {
    const texts = [
      '\\N',
      '\\.',
      'tab\tnewline\nreturn\rback\\slash',
      '"quoted", {braced}',
      'Łukasz 🩺',
      "'; drop table review",
    ];
    await sync(database.url, async (writer) => {
      await writer.clinics([aClinic()]);
      await writer.doctors([aDoctor({ specialties: ['A "quoted", {braced}\\ one', 'NULL', 'two,three'] })]);
      await writer.reviews(texts.map((text, n) => aReview({ id: uuid(n), text })));
    });
    const stored = await rowsOf<{ text: string }>(database.url, 'select text from review order by id');
    expect(stored.map(({ text }) => text)).toEqual(texts);
    expect(await rowsOf(database.url, 'select name from specialty order by id')).toEqual([
      { name: 'A "quoted", {braced}\\ one' },
      { name: 'NULL' },
      { name: 'two,three' },
    ]);
  });
});

describe('a clinic', () => {
  test('is updated when a field or its hours differ', async () => {
    await sync(database.url, (writer) =>
      writer.clinics([aClinic(), aClinic({ id: uuid(2) }), aClinic({ id: uuid(3) })]),
    );
    const { counts } = await sync(database.url, (writer) =>
      writer.clinics([
        aClinic({ wheelchair: null }),
        aClinic({ id: uuid(2), openingHours: [{ weekday: 7, opens: 0, closes: 1440 }] }),
        aClinic({ id: uuid(3), openingHours: aClinic().openingHours.toReversed() }),
      ]),
    );
    expect(counts).toEqual({ ...NOTHING, read: 3, updated: 2, unchanged: 1 });
    expect(
      await rowsOf(
        database.url,
        `select weekday, opens, closes from opening_interval where clinic_id = '${uuid(2)}'`,
      ),
    ).toEqual([{ weekday: 7, opens: 0, closes: 1440 }]);
  });

  test('that had closed is open again when a source gives it', async () => {
    await sync(database.url, (writer) => writer.clinics([aClinic()]));
    await sync(database.url, (writer) => writer.clinics([], { ended: [uuid(1)] }));
    const { counts } = await sync(database.url, (writer) => writer.clinics([aClinic()]));
    expect(counts).toEqual({ ...NOTHING, read: 1, updated: 1, reopened: 1 });
    expect(await rowsOf(database.url, 'select closed_at from clinic')).toEqual([{ closed_at: null }]);
  });

  test('is near the subway by the rule of the domain, whichever comes first', async () => {
    const kipling = { name: 'Kipling', lines: '2', lat: 43.6372, lng: -79.5356 };
    const near = aClinic({ id: uuid(1), lat: 43.639, lng: -79.534 });
    const far = aClinic({ id: uuid(2), lat: 43.66, lng: -79.53 });
    const center = aClinic({ ...near, id: uuid(3), positionSource: 'postal-area' });
    const clinics = [near, far, center];
    const expected = clinics.map((clinic) => ({ near_subway: isNearSubway(clinic, [kipling]) }));
    expect(expected).toEqual([{ near_subway: true }, { near_subway: false }, { near_subway: false }]);
    const none = clinics.map(() => ({ near_subway: false }));
    const stored = () => rowsOf(database.url, 'select near_subway from clinic order by id');

    await sync(database.url, (writer) => writer.clinics(clinics));
    expect(await stored()).toEqual(none);
    await sync(database.url, (writer) => writer.stations([kipling]));
    expect(await stored()).toEqual(expected);
    await sync(database.url, (writer) => writer.clinics(clinics));
    expect(await stored()).toEqual(expected);
    await sync(database.url, (writer) => writer.stations([]));
    expect(await stored()).toEqual(none);
    expect(await rowsOf(database.url, 'select * from station')).toEqual([]);
  });
});

describe('a doctor', () => {
  beforeEach(() =>
    sync(database.url, (writer) => writer.clinics([1, 2, 3].map((n) => aClinic({ id: uuid(n) })))),
  );

  test('keeps the order of specialties, languages and clinics', async () => {
    const doctor = aDoctor({
      specialties: ['Neurology', 'Anesthesiology'],
      languages: ['Tamil', 'English'],
      clinicIds: [uuid(3), uuid(2), uuid(3), uuid(1)],
    });
    await sync(database.url, doctors([doctor]));
    const [stored] = await rowsOf(
      database.url,
      `select primary_clinic_id, search_name,
        array(select clinic_id::text from additional_location order by position) as others,
        array(select name from doctor_specialty join specialty on id = specialty_id order by position) as specialties,
        array(select name from doctor_language join language on id = language_id order by position) as languages
      from doctor`,
    );
    expect(stored).toEqual({
      primary_clinic_id: uuid(3),
      search_name: 'dr. eloise brandavold',
      others: [uuid(2), uuid(1)],
      specialties: ['Neurology', 'Anesthesiology'],
      languages: ['Tamil', 'English'],
    });
  });

  test.each([
    ['a field', { name: 'Dr. Another Name' }],
    ['a specialty', { specialties: ['Cardiology'] }],
    ['the order of specialties', { specialties: ['Internal Medicine', 'Cardiology'] }],
    ['a language', { languages: ['English', 'French', 'Tamil'] }],
    ['a further clinic', { clinicIds: [uuid(1), uuid(2)] }],
    ['the confirmation', { confirmedAt: null }],
  ])('is updated when %s differs', async (_, change) => {
    await sync(database.url, doctors([aDoctor()]));
    const changed = await sync(database.url, doctors([aDoctor(change)]));
    expect(changed.counts).toEqual({ ...NOTHING, read: 1, updated: 1 });
    const again = await sync(database.url, doctors([aDoctor(change)]));
    expect(again.counts).toEqual({ ...NOTHING, read: 1, unchanged: 1 });
  });

  test('uses words that exist under another spelling, and none twice', async () => {
    await sync(database.url, doctors([aDoctor({ specialties: ['Cardiology'], languages: ['Français'] })]));
    const doctor = aDoctor({ specialties: ['CARDIOLOGY', 'cardiology ', ' '], languages: ['francais'] });
    const { counts } = await sync(database.url, doctors([doctor]));
    expect(counts.unchanged).toBe(1);
    expect(await rowsOf(database.url, 'select id, name from specialty')).toEqual([
      { id: 1, name: 'Cardiology' },
    ]);
  });

  test('uses up no numbers of the vocabulary by being read again', async () => {
    for (let n = 0; n < 3; n++) await sync(database.url, doctors([aDoctor()]));
    await sync(database.url, doctors([aDoctor({ specialties: ['Urology'] })]));
    expect(await rowsOf(database.url, `select id from specialty where name = 'Urology'`)).toEqual([
      { id: 3 },
    ]);
  });

  test('has the time of the run as its time of synchronization, unless the source gives one', async () => {
    await sync(
      database.url,
      doctors([aDoctor(), aDoctor({ registrationNumber: '900002', syncedAt: LATER })]),
    );
    expect(await rowsOf(database.url, 'select synced_at from doctor order by registration_number')).toEqual([
      { synced_at: NOW },
      { synced_at: LATER },
    ]);
  });

  test('expires when the complete register no longer holds it, and comes back', async () => {
    const [stays, leaves] = [aDoctor(), aDoctor({ registrationNumber: '900002' })];
    const expired = () => rowsOf(database.url, 'select expired_at from doctor order by registration_number');
    await sync(database.url, doctors([stays, leaves], { complete: true }));
    const partial = await sync(database.url, doctors([stays]), LATER);
    expect(partial.counts.expired).toBe(0);
    const complete = await sync(database.url, doctors([stays], { complete: true }), LATER);
    expect(complete.counts).toEqual({ ...NOTHING, read: 1, unchanged: 1, expired: 1 });
    expect(await expired()).toEqual([{ expired_at: null }, { expired_at: LATER }]);
    const repeated = await sync(database.url, doctors([stays], { complete: true }), LATER);
    expect(repeated.counts.expired).toBe(0);
    const back = await sync(database.url, doctors([stays, leaves], { complete: true }), LATER);
    expect(back.counts).toEqual({ ...NOTHING, read: 2, unchanged: 1, updated: 1, unexpired: 1 });
    expect(await expired()).toEqual([{ expired_at: null }, { expired_at: null }]);
  });

  test('that the source calls expired counts once', async () => {
    await sync(database.url, doctors([aDoctor()]));
    const { counts } = await sync(database.url, doctors([aDoctor({ expiredAt: NOW })]));
    expect(counts).toEqual({ ...NOTHING, read: 1, updated: 1, expired: 1 });
  });
});

test('services and reviews are updated when they differ', async () => {
  await sync(database.url, feedOneOfEach);
  const { counts } = await sync(database.url, async (writer) => {
    await writer.services([
      { clinicId: uuid(1), specialty: 'CARDIOLOGY', waitWeeks: 13, accepting: null },
      { clinicId: uuid(1), specialty: 'Neurology', waitWeeks: 4, accepting: true },
    ]);
    await writer.reviews([
      aReview({ dimensions: { wait_time: 5 } }),
      aReview({ id: uuid(501), subject: { clinic: uuid(1) } }),
    ]);
  });
  expect(counts).toEqual({ ...NOTHING, read: 4, created: 1, updated: 2, unchanged: 1 });
});
