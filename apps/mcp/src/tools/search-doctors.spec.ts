import { buildReadModel } from '@care-atlas/domain/read-model';
import { NOW } from '../../../../libs/domain/test/builders.js';
import { withAskedHours } from '../directory/asked-hours.js';
import { SANDBOX_SIZES } from '@care-atlas/domain/access';
import { testModel } from '../../test/directory-records.js';
import { ask } from '../../test/test-tool.js';

interface Found {
  readonly total: number;
  readonly count: number;
  readonly nextOffset?: number;
  readonly leftOut?: number;
  readonly relax?: unknown;
  readonly doctors: readonly { readonly cpsoNumber: string }[];
}

const MONDAY = { day: 'mon', opens: '09:00', closes: '17:00' } as const;
const NIGHT = { day: 'mon', opens: '18:00', closes: '24:00', closesNextDay: '02:00' } as const;

async function search(...request: Parameters<typeof ask> extends [string, ...infer Rest] ? Rest : never) {
  const { text, structured } = await ask('search_doctors', ...request);
  return { text, found: structured as unknown as Found };
}

it('contains what a person needs to choose a doctor and to phone', async () => {
  const { text } = await search({ q: '900001' });
  expect(text.split('\n')).toEqual([
    'Doctors that match: 1, here 1 to 1.',
    '- Dr. Amara Okafor (cpso 900001): Family Medicine, female, 41 years, speaks English, accepts new patients, record fresh; Birchmount Family Health 0 (sample), 0 Maplecrest Road, Scarborough, ON M1K 2N1, +1-416-555-0100 (clinic 00000000-0000-4000-8000-000000000000)',
    'Next: get_doctor (booking, reviews), get_clinic (hours, access).',
    'Availability is best effort: tell the user to phone the clinic to confirm.',
    'Data of 2026-11-20 06:00 UTC.',
  ]);
});

it('returns ten rows by default, and says how to continue', async () => {
  const { text, found } = await search();
  expect(found).toMatchObject({ total: 59, count: 10, nextOffset: 10 });
  expect(text).toContain('Go on: search_doctors with the same arguments and offset=10.');
});

it.each([
  ['persons', { sort: 'years' }, 59],
  ['clinics', {}, 12],
])('returns every row exactly once across pages of %s that are cut', async (_, args, rows) => {
  const model = testModel({ nameLength: 200 });
  const numbers: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const { found } = await search({ ...args, offset, limit: 25 }, { model });
    numbers.push(...found.doctors.map(({ cpsoNumber }) => cpsoNumber));
    offset = found.nextOffset;
  }
  expect(new Set(numbers).size).toBe(rows);
  expect(numbers).toHaveLength(rows);
});

it('returns each clinic once, with its facts, three names and the number of doctors who match', async () => {
  const { text, found } = await search({ near: 'Kipling station', days: ['wed'], limit: 1 });
  expect(text.split('\n').slice(0, 2)).toEqual([
    'Doctors that match, nearest first: 59 at 12 clinics, here clinics 1 to 1.',
    '- Birchmount Family Health 0 (sample) (clinic 00000000-0000-4000-8000-000000000000): 0 Maplecrest Road, Scarborough, ON M1K 2N1, 11.2 km away, +1-416-555-0100, wed 09:00 to 17:00, accepts new patients; 5 doctors match: Dr. Amara Khan (cpso 900025), Family Medicine; Dr. Amara Okafor (cpso 900001); Dr. Amara Patel (cpso 900049); 2 more',
  ]);
  expect(found).toMatchObject({
    total: 59,
    clinicTotal: 12,
    doctors: [
      {
        cpsoNumber: '900025',
        openingHours: [{ day: 'wed', opens: '09:00', closes: '17:00' }],
        atClinic: { count: 5, others: ['Dr. Amara Okafor (cpso 900001)', 'Dr. Amara Patel (cpso 900049)'] },
      },
    ],
  });
});

it('leaves out the hours of the week where they do not count: on a public holiday', () => {
  expect(withAskedHours({ openingHours: [MONDAY] }, { date: '2026-12-28' })).toHaveProperty('openingHours');
  expect(withAskedHours({ openingHours: [MONDAY] }, { date: '2026-12-25' })).toEqual({});
});

it.each([
  ['a night that goes on then', { date: '2026-12-29', openAt: '01:59' }, [NIGHT]],
  ['it with the days that were asked about', { days: ['mon', 'tue'], openAt: '01:00' }, [MONDAY, NIGHT]],
  ['no night that has ended', { date: '2026-12-29', openAt: '02:00' }, []],
  ['no night without a time', { date: '2026-12-29' }, []],
  ['no night of another day', { days: ['sun'], openAt: '01:00' }, []],
  // December 28, 2026, is a Monday; July 1, 2027, a Thursday.
  ['a night into a public holiday', { date: '2027-07-01', openAt: '01:00' }, [{ ...NIGHT, day: 'wed' }]],
  ['no night of a public holiday', { date: '2027-07-02', openAt: '01:00' }, []],
] as const)('a search shows %s', (_, query, shown) => {
  const openingHours = [MONDAY, NIGHT, { ...NIGHT, day: 'wed' } as const, { ...NIGHT, day: 'thu' } as const];
  expect(withAskedHours({ openingHours }, query as Parameters<typeof withAskedHours>[1])).toEqual({
    openingHours: shown,
  });
});

it('does not suggest dropping the only name, and says where nobody is listed', async () => {
  const { text, found } = await search({ q: 'Zzyzx' });
  expect(found).toMatchObject({ total: 0, relax: [] });
  expect(text).not.toContain('Leaving out');
  const model = buildReadModel({ version: '1-none', syncedAt: NOW }, { clinics: [], doctors: [] });
  for (const args of [{}, { q: 'Zzyzx' }, { languages: ['Tamil'] }]) {
    expect((await search(args, { model })).text).toContain('Without any filter there is none either.');
  }
});

it('states how many rows it omits', async () => {
  const { text, found } = await search({}, { model: testModel({ nameLength: 400 }) });
  expect(found.count + found.leftOut!).toBe(10);
  expect(text).toContain(`${found.leftOut} more of this page left out to keep the answer short.`);
});

it('warns that the sandbox caps the limit', async () => {
  const { text, found } = await search({ limit: 50 }, { sizes: SANDBOX_SIZES });
  expect(found.count).toBe(10);
  expect(text).toContain('The limit 50 was capped at 10.');
});

it('suggests which filter to leave out when nothing matches, with the number of matches', async () => {
  const { text, found } = await search({
    languages: ['Tamil'],
    accepting: true,
    nearTTC: true,
    gender: 'male',
  });
  expect(found).toMatchObject({ total: 0, doctors: [] });
  const [best, ...others] = found.relax as { leaveOut: string; total: number }[];
  const { accepting: _accepting, ...rest } = {
    languages: ['Tamil'],
    accepting: true,
    nearTTC: true,
    gender: 'male',
  };
  expect(best).toEqual({ leaveOut: 'accepting', total: (await search(rest)).found.total });
  expect(text).toContain(`accepting → ${best!.total}`);
  expect(others.every(({ total }) => total > 0 && total <= best!.total)).toBe(true);
});

it('suggests the nearest specialty', async () => {
  const { text } = await search({ specialties: ['Cardiolgy'] });
  expect(text).toContain("No listed doctor has the specialty 'Cardiolgy'. Did you mean 'Cardiology'?");
});

it('searches alike names when none contains the terms, and says so', async () => {
  const { text, structured } = await ask('search_doctors', { q: 'Okaforr' });
  expect(text).toContain('No name contains every term.');
  expect(text).toContain('Dr. Amara Okafor (cpso 900001)');
  expect(structured['total']).toBeGreaterThan(0);
  expect((await search({ q: 'Okafor' })).text).not.toContain('No name contains');
  expect((await ask('search_doctors', { q: 'Okaforr', match: 'forgiving' })).structured).toMatchObject({
    total: structured['total'],
  });
});

it('suggests no filter when the page is beyond the last', async () => {
  const { text } = await search({ offset: 100 });
  expect(text).toContain('Doctors that match: 59; offset 100 is beyond the last.');
  expect(text).not.toContain('Leaving out');
});

it.each([
  [{ acepting: true }, "There is no argument 'acepting'. Did you mean 'accepting'?"],
  [{ lang: 'Urdu' }, "There is no argument 'lang'. Did you mean 'languages'?"],
  [{ query: 'Smith' }, "There is no argument 'query'. Did you mean 'q'?"],
  [{ nearttc: true }, "There is no argument 'nearttc'. Did you mean 'nearTTC'?"],
  [{ parking: true }, "There is no argument 'parking'. Accepted: limit, offset, specialties,"],
  [{ limit: -1 }, 'limit must be a whole number, 0 or more.'],
  [{ limit: 2.5 }, 'limit must be a whole number, 0 or more.'],
  [{ gender: 'unicorn' }, 'gender must be male, female or non-binary.'],
  [{ accepting: 'maybe' }, 'accepting must be true or false.'],
  [{ accepting: false }, 'accepting=false filters nothing'],
  [{ accepting: false }, 'count_doctors with by=["accepting"] tells how many are known to be false.'],
  [{ evening: false }, 'nothing finds only those where it is known to be false.'],
  [{ evening: 'false', weekend: true }, 'evening=false filters nothing'],
  [{ languages: [1] }, 'languages must be a comma-separated list.'],
  [{ q: 'x' }, 'q is required and must be sent once, with at least 2 characters.'],
])('rejects %j', async (args, message) => {
  await expect(search(args)).rejects.toMatchObject({
    code: 'missing_param',
    message: expect.stringContaining(message),
  });
});

it.each([
  ['a list as text', { languages: 'Tamil, French' }, { languages: ['Tamil', 'French'] }],
  ['a number as text', { limit: '3' }, { limit: 3 }],
  ['an alias', { language: ['Tamil'] }, { languages: ['Tamil'] }],
  ['null as absent', { gender: null, q: null }, {}],
  ['an empty text as absent', { gender: '', q: '' }, {}],
])('accepts %s', async (_what, args, same) => {
  expect((await search(args)).found).toEqual((await search(same)).found);
});
