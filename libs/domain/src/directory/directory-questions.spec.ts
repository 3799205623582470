import fc from 'fast-check';
import { aClinic, aDirectory, aDoctor, uuid } from '../../test/builders.js';
import { Words } from '../question/words.js';

const VAUGHAN = uuid(2);
const doctors = [
  aDoctor({ registrationNumber: '900001', name: 'Dr. Amara Singh', gender: 'female', languages: ['Tamil'] }),
  aDoctor({ registrationNumber: '900002', name: 'Dr. Ana Zuniga', gender: 'male' }),
  aDoctor({
    registrationNumber: '900003',
    name: 'Dr. Sean O’Reilly',
    gender: 'non-binary',
    specialties: ['Psychiatry'],
    clinicIds: [VAUGHAN],
  }),
  aDoctor({
    registrationNumber: '900004',
    name: 'Dr. Gone Berger',
    specialties: ['Urology'],
    languages: ['Welsh'],
    expiredAt: new Date('2026-01-01'),
  }),
];
const clinics = [
  aClinic({ openingHours: [{ weekday: 5, opens: 540, closes: 1260 }] }),
  aClinic({
    id: VAUGHAN,
    type: 'walk-in',
    name: 'Vellore Health',
    address: '1 Major Mackenzie Dr, Vaughan L6A 1A1',
    postalCode: 'L6A 1A1',
    lat: 43.85,
    lng: -79.53,
  }),
];
const ask = (q: string, now?: Date) =>
  aDirectory({ doctors, clinics }, undefined, now).readQuestion({ q }).value;
const offersOf = (q: string) =>
  ask(q).offers.map(({ values, total, without }) => [JSON.stringify(values), total, ...without]);

it('counts the doctors of the list', () => {
  expect(ask('who speaks Tamil?')).toEqual({
    verdict: 'list',
    values: { languages: 'Tamil' },
    total: 1,
    read: [{ text: 'Tamil', values: { languages: 'Tamil' }, misspelled: false }],
    unused: [],
    offers: [],
  });
  expect(ask('all doctors in the GTA')).toMatchObject({ verdict: 'list', values: {}, total: 3 });
});

it('offers the next day for a clock time of today that is past', () => {
  // A Thursday at 20:16 in Toronto; the clinic opens on Fridays at 9:00.
  const evening = new Date('2026-11-27T01:16:00Z');
  const tomorrow = { openAt: '10:00', date: '2026-11-27' };
  expect(ask('open at 10 am', evening)).toMatchObject({
    verdict: 'list',
    values: { openAt: '10:00', date: '2026-11-26' },
    total: 0,
    offers: [{ values: tomorrow, total: 2, without: [] }],
  });
  const noon = new Date('2026-11-27T16:00:00Z');
  expect(ask('open at 10 pm', noon).offers).toEqual([]);
  const named = ask('open today at 10 am', evening).offers.map(({ values }) => values);
  expect(named).not.toContainEqual(tomorrow);
});

describe('a question about what is not known', () => {
  const unknown = aDirectory({
    doctors,
    clinics: clinics.map((clinic) => ({ ...clinic, openingHours: [] })),
  });
  const [warning] = unknown.listDoctors({ weekend: true, specialties: ['Family Medicine'] }).value.warnings!;

  it('says how many the list leaves out, and offers the question without those words', () => {
    expect(unknown.readQuestion({ q: 'family doctor open on weekends' }).value).toMatchObject({
      verdict: 'list',
      total: 0,
      offers: [
        {
          values: { specialties: 'Family Medicine' },
          total: 2,
          without: [expect.stringContaining('weekends')],
        },
      ],
      warnings: [warning],
    });
    expect(warning).toMatch(/^2 doctors that would match otherwise were left out: the opening hours/);
  });

  it('offers nothing where nobody is left out', () => {
    const { total, offers, warnings } = unknown.readQuestion({ q: 'psychiatrist who speaks Tamil' }).value;
    expect({ total, offers, warnings }).toEqual({
      total: expect.anything(),
      offers: [],
      warnings: undefined,
    });
  });
});

describe('a listed clinic', () => {
  const VELLORE = { clinic: VAUGHAN };
  const TWINS = ['Maple Care (sample)', 'Maple Care (sample)', 'Toronto Walk-in Clinic'].map((name, at) =>
    aClinic({
      id: uuid(10 + at),
      name,
      address: `${at} Keele St, Vaughan L6A 1A1`,
      phone: '+1-905-555-0199',
    }),
  );
  const directory = aDirectory({
    doctors,
    clinics: [
      ...clinics.map((clinic) => ({ ...clinic, phone: `+1-416-555-010${clinic.id.at(-1)}` })),
      ...TWINS,
    ],
  });
  const read = (q: string) => directory.readQuestion({ q }).value;

  it.each([
    'Vellore Health',
    'phone number of Vellore Health',
    'is vellore health open on Saturday?',
    'où est Vellore Health',
    'clinic at 1 Major Mackenzie Drive',
    '1 Major Mackenzie Dr, Vaughan',
    'whose number is 416-555-0102?',
    'who is (416) 555 0102',
    'call 555-0102',
  ])('is named by %j', (q) => {
    const { verdict, values, clinics: named } = read(q);
    expect({ verdict, clinic: values.clinic, named: named?.map(({ name }) => name) }).toEqual({
      verdict: 'list',
      ...VELLORE,
      named: ['Vellore Health'],
    });
  });

  it('is a place after "near"', () => {
    expect(read('doctor near Vellore Health').values).toEqual({
      near: '1 Major Mackenzie Dr, Vaughan L6A 1A1',
    });
    const { interpreted } = directory.listDoctors({ near: '1 Major Mackenzie Drive' }).value;
    expect(interpreted).toEqual([
      {
        param: 'near',
        value: '1 Major Mackenzie Drive',
        as: ['1 Major Mackenzie Dr, Vaughan L6A 1A1'],
        precision: 'point',
      },
    ]);
  });

  it('of the same name or number as others is asked for', () => {
    for (const [q, count] of [['Maple Care', 2] as const, ['whose number is 905 555 0199', 3] as const]) {
      const { verdict, unused, clinics: named } = read(q);
      expect([verdict, unused[0]!.why, named!.length]).toEqual(['stopped', 'ambiguous', count]);
    }
  });

  it('whose name consists of words of questions is meant where it is written as a name, or alone', () => {
    expect(read('is Toronto Walk-In Clinic open').values).toEqual({ clinic: uuid(12) });
    expect(read('toronto walk-in clinic').values).toEqual({ clinic: uuid(12) });
    expect(read('toronto walk-in clinic that speaks Tamil').values.clinic).toBeUndefined();
  });

  it.each([
    ['1 Major Mackenzie Drive', 'street address', 1],
    ['1 major mackenzie dr., Vaughan', 'street address', 1],
    ['(905) 555-0199', 'telephone number', 3],
    ['+1 905 555 0199', 'telephone number', 3],
    ['555-0102', 'telephone number', 1],
  ])('is found by q=%s', (q, as, total) => {
    const answer = directory.listClinics({ q }).value;
    expect(answer).toMatchObject({ total, interpreted: [{ param: 'q', value: q, as: [as] }] });
    expect(answer.missing).toBeUndefined();
  });

  it.each(['9 Nowhere Street', '905 555 0000', '555-01', '1 Major Mackenzie Drive, Toronto', '--'])(
    'is not found by q=%s',
    (q) => {
      expect(directory.listClinics({ q }).value.total).toBe(0);
    },
  );
});

describe('the tag of a question', () => {
  const DAY = 'test-1@2026-11-20';
  const answerAt = (q: string, time: string) => {
    const directory = aDirectory({ doctors, clinics }, undefined, new Date(`2026-11-20${time}Z`));
    const answer = directory.readQuestion({ q });
    expect(answer.tag).toBe(directory.tagOf('readQuestion', { q }));
    return answer;
  };

  it.each([
    'open now',
    'family doctor open right now near Kipling',
    'currently open',
    'who is open at this moment?',
    'ouverte maintenant',
    'open this morning',
    "quelqu'un qui parle tamoul en ce moment",
  ])('%s: has the minute', (q) => {
    expect(answerAt(q, 'T15:42:59.999').tag).toBe(`${DAY} 10:42`);
  });

  it.each(['who speaks Tamil?', 'open today', 'tonight', 'tomorrow morning', 'Monday at 9', 'nowhere', ''])(
    '%j: has the day only',
    (q) => {
      expect(answerAt(q, 'T15:42:59.999').tag).toBe(DAY);
      expect(answerAt(q, 'T05:00:00')).toEqual(answerAt(q, 'T23:00:00'));
    },
  );

  it('differs wherever the answer does', () => {
    const words =
      'open now right currently curently at this the moment momant maintenant en ce ouverte tonight evening today monday 9 Tamil Singh near Kipling no not and'.split(
        ' ',
      );
    const question = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 });
    let differing = 0;
    fc.assert(
      fc.property(question, (chosen) => {
        const q = chosen.join(' ');
        const [early, late] = [answerAt(q, 'T15:42:00'), answerAt(q, 'T15:43:00')];
        if (early.text === late.text) return;
        differing++;
        expect(early.tag).not.toBe(late.tag);
      }),
      { numRuns: 200 },
    );
    expect(differing).toBeGreaterThan(0);
  });

  it('takes no reading', () => {
    const q = 'family doctor open now near Kipling';
    const directory = aDirectory({ doctors, clinics });
    const stepsOf = (call: () => unknown) => {
      const match = jest.spyOn(Words.prototype, 'match');
      call();
      const steps = match.mock.calls.length;
      match.mockRestore();
      return steps;
    };
    expect(stepsOf(() => directory.tagOf('readQuestion', { q }))).toBeLessThanOrEqual(q.split(' ').length);
    expect(stepsOf(() => directory.readQuestion({ q }))).toBeGreaterThan(100);
  });
});

describe('a question that no list answers', () => {
  it.each([
    ['best doctor', 'nothing-named'],
    ['doctor', 'nothing-named'],
    ['dentist in Vaughan', 'stopped'],
    ['someone who speaks Welsh', 'stopped'],
    ['urologist', 'stopped'],
    ['qwertyuiop', 'stopped'],
    ['chest pain, cardiologist near Kipling', 'emergency'],
  ])('%s: %s', (question, verdict) => {
    expect(ask(question)).toMatchObject({ verdict, total: null });
  });

  it('says which words stop it, with what is known of them', () => {
    expect(ask('cheap dentist in Vaughan').unused).toEqual([
      { text: 'cheap', why: 'no-filter', verdict: 'understood', stops: false },
      {
        text: 'dentist',
        why: 'profession',
        verdict: 'outside',
        stops: true,
        register: 'Royal College of Dental Surgeons of Ontario',
        specialties: [],
      },
    ]);
    expect(ask('family doctor in Hamilton').unused).toEqual([
      {
        text: 'in Hamilton',
        why: 'outside',
        verdict: 'outside',
        stops: true,
        nearest: 'Burlington',
        kilometers: expect.any(Number),
      },
    ]);
    expect(ask('open on holidays').unused).toEqual([
      { text: 'on holidays', why: 'holiday', verdict: 'ambiguous', stops: true },
    ]);
  });

  it.each([
    ['dentist in Vaughan', [['{"area":"Vaughan"}', 1, 'dentist']]],
    [
      'psychologist in Vaughan',
      [
        ['{"area":"Vaughan","specialties":"Psychiatry"}', 1],
        ['{"area":"Vaughan"}', 1, 'psychologist'],
      ],
    ],
    [
      'doctor not male',
      [
        ['{"gender":"female"}', 1],
        ['{"gender":"non-binary"}', 1],
      ],
    ],
    [
      'family doctor in Hamilton',
      [
        ['{"specialties":"Family Medicine","near":"Burlington"}', 2],
        ['{"specialties":"Family Medicine"}', 2, 'in Hamilton'],
      ],
    ],
    ['Pap test', [['{"specialties":"Family Medicine"}', 2]]],
    [
      'open now near Finch on Christmas day',
      [['{"date":"2026-11-20","openAt":"10:42","near":"Finch"}', 2, 'on Christmas day']],
    ],
    ['chest pain in Vaughan', []],
    ['emergency room in Vaughan', []],
    [
      'urgent care in Vaughan',
      [
        ['{"area":"Vaughan","clinicType":"walk-in"}', 1],
        ['{"area":"Vaughan"}', 1, 'urgent care'],
      ],
    ],
    ['urgent care', [['{"clinicType":"walk-in"}', 1]]],
    ['doctor who accepts children', [['{"specialties":"Family Medicine"}', 2]]],
    // A narrow field of which no doctor is listed.
    ['sports medicine', [['{"specialties":"Family Medicine"}', 2]]],
    [
      'speaks both Tamil and English',
      [
        ['{"languages":"Tamil"}', 1],
        ['{"languages":"English"}', 2],
        ['{"languages":"Tamil,English"}', 3],
      ],
    ],
    [
      'Tamil and English in Vaughan',
      [
        ['{"area":"Vaughan","languages":"English"}', 1],
        ['{"area":"Vaughan","languages":"Tamil,English"}', 1],
        ['{"area":"Vaughan"}', 1, 'Tamil and English'],
      ],
    ],
    ['best doctor', []],
  ])('%s: offers what can be answered, with totals', (question, offers) => {
    expect(offersOf(question)).toEqual(offers);
  });
});

describe('a name', () => {
  it.each([
    ['Singh', { q: 'Singh', match: 'words' }, 1],
    ['doctor named singh', { q: 'singh', match: 'words' }, 1],
    ['Dr OReilly', { q: 'OReilly', match: 'words' }, 1],
    ['Singh in Vaughan', { area: 'Vaughan', q: 'Singh', match: 'words' }, 0],
  ])('%s is that of a listed doctor', (question, values, total) => {
    expect(ask(question)).toMatchObject({ verdict: 'list', values, total });
  });

  it('is compared as whole words, with initials', () => {
    const li = aDoctor({ registrationNumber: '900071', name: 'Dr. Wei J. Li' });
    const ali = aDoctor({ registrationNumber: '900072', name: 'Dr. Elise Ali' });
    const named = aDirectory({ doctors: [li, ali] });
    const answerTo = (q: string) => named.readQuestion({ q }).value;
    for (const question of ['Dr. Li', 'Li', 'Dr. W. Li', 'Wei J. Li', 'W. Li'])
      expect([question, answerTo(question)]).toMatchObject([question, { verdict: 'list', total: 1 }]);
    expect(answerTo('Dr. K. Li')).toMatchObject({
      verdict: 'stopped',
      unused: [{ text: 'K. Li', why: 'no-such-name' }],
    });
  });

  it.each(['Dr. Sing', 'doctor named Sing', 'doctor named Reill'])(
    '%s is a part of one, and no name',
    (question) => {
      expect(ask(question)).toMatchObject({
        verdict: 'stopped',
        unused: [{ why: 'no-such-name', alike: true }],
      });
    },
  );

  it('that finds nobody with the other filters is offered alone', () => {
    expect(offersOf('Singh in Vaughan')).toEqual([['{"q":"Singh","match":"words"}', 1]]);
  });

  it('that only resembles a listed one is no answer, and offered as alike', () => {
    expect(ask('doctor named Zunigo')).toMatchObject({
      verdict: 'stopped',
      values: {},
      read: [],
      unused: [{ text: 'Zunigo', why: 'no-such-name', alike: true }],
      // Singh sounds like it, too.
      offers: [{ values: { q: 'Zunigo', match: 'forgiving' }, total: 2 }],
    });
    expect(ask('Dr. Russo')).toMatchObject({
      unused: [{ text: 'Russo', why: 'no-such-name', alike: false }],
      offers: [],
    });
    // The registration has expired: the name is in no list.
    expect(ask('Berger')).toMatchObject({ verdict: 'stopped', unused: [{ why: 'unknown' }] });
  });
});
