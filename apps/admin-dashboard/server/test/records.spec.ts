import { runSync } from '@care-atlas/data/sync';
import type { RecordDetails, RecordList } from '#contract/directory/records';
import { fillDirectory } from '../../test/large-directory.js';
import { refusal, type TestBrowser } from './test-browser.js';
import { TestDashboard } from './test-dashboard.js';

const CLINIC = '00000000-0000-4000-8000-000000000006';

let dashboard: TestDashboard;
let browser: TestBrowser;
beforeAll(async () => {
  dashboard = await TestDashboard.start({}, { prepare: fillDirectory });
  browser = await dashboard.enrol('ada');
});
afterAll(() => dashboard?.stop());

const found = async (q: string) => {
  const { records } = await browser.get<RecordList>(`/api/directory/records?q=${encodeURIComponent(q)}`);
  return records.map(({ key }) => key);
};
const recordAt = (path: string) => browser.get<RecordDetails>(`/api/directory/records/${path}`);

describe('a search for records', () => {
  it.each([
    ['a registration number', '900005', '900005'],
    ['a part of a name', 'example 5', '900005'],
    ['the id of a clinic', CLINIC, CLINIC],
    ['an address with a wrong word', '6 Example Streat', CLINIC],
    ['any case', 'CLINIC 6 (SAMPLE)', CLINIC],
    ['a sentence that names a doctor', 'which languages does dr example 5 speak', '900005'],
    ['a sentence that names a clinic', 'could you please tell me the telephone number of clinic 6', CLINIC],
  ])('finds by %s', async (_what, q, key) => {
    expect(await found(q)).toContain(key);
  });

  it('puts a whole number or id first', async () => {
    expect((await found('900005'))[0]).toBe('900005');
    expect((await found(CLINIC))[0]).toBe(CLINIC);
  });

  it('finds doctors by a misspelled name, and says that only the name is alike', async () => {
    const { records } = await browser.get<RecordList>('/api/directory/records?q=Exampel');
    expect(records.length).toBeGreaterThan(0);
    for (const { key, isAlike } of records)
      expect([key, isAlike]).toEqual([expect.stringMatching(/^900\d{3}$/), true]);
  });

  it('reads other words as a sentence, as the other doors do', async () => {
    const ask = (q: string) => browser.get<RecordList>(`/api/directory/records?q=${encodeURIComponent(q)}`);
    const { records, reading } = await ask('family doctors who speak English');
    expect(reading).toMatchObject({
      verdict: 'list',
      query: 'specialties=Family Medicine&languages=English',
    });
    expect(records).toHaveLength(Math.min(20, reading!.total!));
    expect(await ask('dentist who speaks English')).toMatchObject({
      records: [],
      reading: {
        verdict: 'stopped',
        total: null,
        unused: [{ text: 'dentist', stops: true, verdict: 'outside' }],
        offers: [{ ask: 'speaking English', query: 'languages=English' }],
      },
    });
    expect(await ask('chest pain')).toMatchObject({ records: [], reading: { emergency: '911' } });
    expect(await ask('900005')).toMatchObject({ reading: null });
    expect((await ask('family doctors in the GTA')).reading).toMatchObject({
      query: 'specialties=Family Medicine',
      unused: [{ stops: false, verdict: 'whole-area' }],
    });
  });

  it('finds nothing in signs, and takes them as text', async () => {
    expect(await found('%_')).toEqual([]);
    expect(await found("'; drop table doctor; --")).toEqual([]);
  });
});

describe('a record', () => {
  it('has what is stored, what the API answers, and its history', async () => {
    const details = await recordAt('doctor/900005');
    expect(details).toMatchObject({
      record: 'doctor',
      name: 'Dr. Example 5',
      stored: { registrationNumber: '900005', practisingSince: '2001-07-01', primaryClinicId: CLINIC },
      doctor: { cpsoNumber: '900005', clinic: { id: CLINIC } },
      clinic: null,
      hidden: false,
      listed: { included: true },
      view: {
        en: expect.stringContaining('data-correct="languages"'),
        fr: expect.stringContaining('Ce que disent les avis'),
      },
      corrections: [],
    });
    expect(details.history.map(({ change, source }) => [change, source])).toEqual([
      ['updated', 'sample'],
      ['created', 'sample'],
    ]);
    expect((await recordAt(`clinic/${CLINIC.toUpperCase()}`)).clinic).toMatchObject({ id: CLINIC });
  });

  it('is found after an operator hid it, with the reason', async () => {
    const hide = { kind: 'hide', record: 'doctor', key: '900007', given: {}, fields: {} } as const;
    await runSync(dashboard.testDatabase.url, { source: 'corrections' }, new Date(), async (writer) => {
      await writer.correct({ ...hide, why: 'Asked for it', until: null, by: 'ada' });
    });
    let details = await recordAt('doctor/900007');
    // The dashboard follows the dataset within seconds.
    while (details.doctor !== null) details = await recordAt('doctor/900007');
    expect(details).toMatchObject({
      hidden: true,
      view: null,
      listed: { record: 'unknown' },
      corrections: [{ kind: 'hide', why: 'Asked for it', madeBy: 'ada', endedAt: null }],
    });
    expect(await found('900007')).toContain('900007');
  });

  it.each(['doctor/1', 'doctor/x', `doctor/${CLINIC}`, 'clinic/900005', 'review/1'])(
    '%s is 404',
    async (path) => {
      const answered = await browser.ask(`/api/directory/records/${path}`);
      expect(refusal(answered)).toMatchObject({ status: 404, error: 'not_found' });
    },
  );
});
