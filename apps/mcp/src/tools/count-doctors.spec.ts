import { SANDBOX_SIZES } from '@care-atlas/domain/access';
import { buildReadModel } from '@care-atlas/domain/read-model';
import { testModel, testRecords } from '../../test/directory-records.js';
import { ask } from '../../test/test-tool.js';

type Values = readonly { readonly value: string; readonly count: number }[];

interface Counts {
  readonly total: number;
  readonly facets: Readonly<Record<string, Values>>;
  readonly leftOut?: Readonly<Record<string, number>>;
}

const records = testRecords();
const LISTED = records.doctors.filter(({ expiredAt }) => expiredAt === null);

/** Clinics of which one third accepts patients, one third does not, and nothing is known of the others. */
const THIRDS = buildReadModel(testModel(), {
  ...records,
  clinics: records.clinics.map((clinic, n) => ({ ...clinic, accepting: [true, false, null][n % 3]! })),
});

/** Every doctor has a language and a specialty that no other has. */
const MANY = buildReadModel(testModel(), {
  ...records,
  doctors: records.doctors.map((doctor) => ({
    ...doctor,
    languages: [`Language ${'x'.repeat(60)} ${doctor.registrationNumber}`],
    specialties: [`Specialty ${'x'.repeat(60)} ${doctor.registrationNumber}`],
  })),
});

async function count(args: Readonly<Record<string, unknown>>, options: Parameters<typeof ask>[2] = {}) {
  const { text, structured } = await ask('count_doctors', args, options);
  return { text, counts: structured as unknown as Counts, structured };
}

it('tells how many do not accept patients from those of which it is not known', async () => {
  const { text, counts } = await count({ by: ['accepting'] }, { model: THIRDS });
  const at = (third: number) => LISTED.filter((_, i) => (i % 12) % 3 === third).length;
  expect(counts).toMatchObject({
    total: 59,
    facets: {
      accepting: [
        { value: 'false', count: at(1) },
        { value: 'true', count: at(0) },
        { value: 'unknown', count: at(2) },
      ],
    },
  });
  expect(text.split('\n')).toEqual([
    'Doctors that match: 59.',
    '- by accepting: does not accept new patients 20; accepts new patients 20; acceptance not known 19',
    'Acceptance and hours are best effort, and not known is not no: tell the user to phone the clinic to confirm.',
    'Data of 2026-11-20 06:00 UTC.',
  ]);
});

it.each([
  [{ languages: ['Tamil'], gender: 'female' }],
  [{ specialties: ['kids doctor'], accepting: true }],
  [{ q: 'khan', minYears: 20 }],
  [{ near: 'Scarborough', within: 8 }],
  [{ area: ['Scarborough'], clinicType: ['family-practice'], days: ['mon'], openAt: '09:30' }],
  [{ open: 'now', nearTTC: true }],
])('counts whom search_doctors finds: %j', async (filters) => {
  const { text, counts } = await count({ by: ['gender', 'language'], ...filters });
  const { structured } = await ask('search_doctors', { ...filters, limit: 0 });
  expect(counts.total).toBe(structured['total']);
  expect(counts.total).toBeGreaterThan(0);
  expect(text).toContain(`Doctors that match: ${counts.total}.`);
});

it('says what it read as something else, and what nobody has, in both forms', async () => {
  const { text, structured } = await count({ by: ['gender'], languages: ['Farsi', 'Klingon'] });
  expect(structured).toMatchObject({
    total: 0,
    facets: { gender: [] },
    interpreted: [{ param: 'languages', value: 'Farsi', as: ['Persian'] }],
    warnings: expect.arrayContaining([expect.stringContaining("'Klingon'")]),
  });
  expect(text).toContain('- by gender: none');
  expect(text).toContain('Read languages=Farsi as Persian.');
  for (const warning of structured['warnings'] as string[]) expect(text).toContain(warning);
});

it('says the time that it counts at', async () => {
  const { text, structured } = await count({ by: ['gender'], open: 'now' });
  expect(structured['read']).toContain('Now is Fri 10:42 in Toronto');
  expect(text).toContain(structured['read']);
});

it('leaves out the rarest values of every group if the answer would be long, and says how many', async () => {
  const { text, counts } = await count({ by: ['language', 'specialty'] }, { model: MANY });
  const { language, specialty } = counts.facets;
  expect(language!.length).toBeGreaterThan(5);
  expect(Math.abs(language!.length - specialty!.length)).toBeLessThan(2);
  expect(counts.leftOut!['language']! + language!.length).toBe(50);
  expect(text).toContain(`${counts.leftOut!['language']} more left out to keep the answer short`);
});

it('says that there may be more values than the limit', async () => {
  const { text, counts } = await count({ by: ['language'], limit: 2 });
  expect(counts.facets['language']).toHaveLength(2);
  expect(counts).not.toHaveProperty('leftOut');
  expect(text).toContain('; there may be more: raise limit');
  const none = await count({ by: ['language'], limit: 0 });
  expect(none.text).toContain('several): there may be more: raise limit');
  const all = await count({ by: ['language'] });
  expect(all.text).not.toContain('raise limit');
});

it('counts at most 200 values of a group, and says so', async () => {
  const { text, structured } = await count({ by: ['language'], limit: 500 });
  expect(structured['warnings']).toEqual(['The limit 500 was capped at 200.']);
  expect(text).toContain('The limit 500 was capped at 200.');
});

it('counts the same with a sandbox key', async () => {
  const args = { by: ['language', 'accepting'], limit: 60 };
  expect(await count(args, { sizes: SANDBOX_SIZES })).toEqual(await count(args));
});

it.each([
  [{}, 'by is required'],
  [{ by: ['color'] }, 'by is required and must be a comma-separated list of specialty, language,'],
  [{ by: ['gender'], accepting: false }, 'count_doctors with by=["accepting"] tells how many'],
  [{ by: ['gender'], offset: 10 }, "There is no argument 'offset'."],
  [{ by: ['gender'], limit: -1 }, 'limit must be a whole number, 0 or more.'],
])('rejects %j', async (args, message) => {
  await expect(count(args)).rejects.toMatchObject({
    code: 'missing_param',
    message: expect.stringContaining(message),
  });
});
