import type { DoctorList, Explanation } from '@care-atlas/domain/contract';
import { itAnswersAsEveryRead, itRefusesBadValues } from './common-answers.js';
import { NOW } from '../../../libs/domain/test/builders.js';
import { CLINICS, DOCTORS, EXPIRED, NOBODY } from '../../../libs/domain/test/invented-directory.js';
import { TestApi } from './test-api.js';
import { until } from './until.js';

let api: TestApi;
const theApi = () => api;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

const explain = async (query: string, key?: string) =>
  (await api.ask(`/explain?${query}`, { key })).json<Explanation>();

describe('GET /explain', () => {
  it.each(['', '&limit=2', '&sort=years', '&near=Pape&within=40', '&ids=900003,900001'])(
    '200: the position of every doctor in the list%s',
    async (query) => {
      const { doctors } = (
        await api.ask(`/doctors?limit=100${query.replace('&limit=2', '')}`)
      ).json<DoctorList>();
      for (const [position, { cpsoNumber }] of doctors.entries()) {
        const { included, note, ...explained } = await explain(`list=doctors&id=${cpsoNumber}${query}`);
        expect([included, explained.position]).toEqual([true, position]);
        const end = query === '&limit=2' ? 2 : 25;
        expect(note).toBe(position < end ? undefined : 'beyond_page');
      }
    },
  );

  it('200: the filters that leave a doctor out, and the matches without each', async () => {
    const [doctor] = DOCTORS;
    const query = 'languages=Hindi&minYears=90&gender=male';
    const { failed, relax, ...explained } = await explain(
      `list=doctors&id=${doctor!.registrationNumber}&${query}`,
    );
    expect(explained).toMatchObject({ record: 'listed', included: false, position: null });
    expect(failed.map(({ param, reason }) => [param, reason])).toEqual(
      ['gender', 'languages', 'minYears'].map((param) => [param, 'value_differs']),
    );
    expect([failed[1]!.wanted, failed[1]!.has]).toEqual([['Hindi'], doctor!.languages]);
    for (const { drop, total } of relax) {
      const others = query
        .split('&')
        .filter((part) => !part.startsWith(drop))
        .join('&');
      expect(total).toBe((await api.ask(`/doctors?${others}&limit=0`)).json<DoctorList>().total);
    }
  });

  it('200: a clinic whose filters different doctors meet, and the services of a clinic', async () => {
    const { id } = CLINICS[1]!;
    const { failed } = await explain(
      `list=clinics&id=${id}&gender=female&languages=French&virtualVisits=true`,
    );
    expect(failed.map(({ param, has, reason }) => [param, has, reason])).toEqual([
      ['gender', expect.arrayContaining(['female', 'male']), 'not_the_same_doctor'],
      ['virtualVisits', false, 'value_differs'],
    ]);
    const none = await explain(`list=specialists&id=${id}&specialty=Cardiology`);
    expect(none.failed).toEqual([
      { param: 'specialty', wanted: 'Cardiology', has: [], reason: 'value_unknown' },
    ]);
    const full = await explain(`list=specialists&id=${CLINICS[0].id}&specialty=heart+doctor&accepting=true`);
    expect(full).toMatchObject({
      failed: [{ param: 'accepting', wanted: true, has: false, reason: 'value_differs' }],
      relax: [{ drop: 'accepting', total: 3 }],
      interpreted: [{ param: 'specialty', value: 'heart doctor', as: ['Cardiology'] }],
    });
  });

  it('200: the same for every key, but for the page', async () => {
    const query = 'list=doctors&id=900001&limit=50&gender=female&accepting=true';
    const { note: _note, warnings: _warnings, ...live } = await explain(query, api.keys.live);
    const { note: _smaller, warnings, ...sandbox } = await explain(query, api.keys.sandbox);
    expect(sandbox).toEqual(live);
    expect(warnings).toEqual(['The limit 50 was capped at 10.']);
  });

  it('200: a doctor whose registration has expired, and records that the directory never had', async () => {
    const { record, failed, relax } = await explain(`list=search&id=${EXPIRED.registrationNumber}&q=chen`);
    expect([record, relax]).toEqual(['expired', []]);
    expect(failed).toEqual([
      { param: 'id', wanted: 'listed', has: '2026-11-01T00:00:00.000Z', reason: 'registration_expired' },
    ]);
    const unknown = { record: 'unknown', included: false, position: null, failed: [], relax: [] };
    expect(await explain(`list=clinics&id=${NOBODY}`)).toEqual(unknown);
    expect(await explain('list=doctors&id=Dr.%20Who')).toEqual(unknown);
  });

  it('200: a clinic that has closed, and a doctor whom only the list of its doctors leaves out', async () => {
    const closing = CLINICS.at(-1)!;
    const version = await api.sync((writer) => writer.clinics(CLINICS.slice(0, -1), { complete: true }));
    await until(() => api.version === version);
    expect(await explain(`list=clinics&id=${closing.id}&q=finch`)).toEqual({
      record: 'closed',
      included: false,
      position: null,
      failed: [{ param: 'id', wanted: 'listed', has: NOW.toISOString(), reason: 'clinic_closed' }],
      relax: [],
    });
    const { failed } = await explain(`list=doctors&id=900001&clinic=${closing.id}`);
    expect(failed).toEqual([
      { param: 'clinic', wanted: closing.id, has: [CLINICS[0].id], reason: 'clinic_closed' },
    ]);
  });

  it.each([
    ['doctors', '/doctors', 'sort=wait&gender=x&lat=43'],
    ['search', '/doctors/search', 'q=a&within=5'],
    ['clinics', '/clinics', 'near=Atlantis'],
    ['specialists', '/specialists', 'accepting=1&sort=years'],
    ['clinics', '/clinics', `ids=${'x,'.repeat(101)}`],
  ])('400: the error of the list %s', async (list, path, query) => {
    const own = await api.ask(`${path}?${query}`);
    const refused = await api.ask(`/explain?list=${list}&id=900001&${query}`);
    expect([refused.status, own.status]).toEqual([400, 400]);
    const { requestId: _own, ...expected } = own.json<{ requestId: string }>();
    expect(refused.json()).toEqual({ ...expected, requestId: expect.any(String) as unknown });
  });

  it('400: without a record', async () => {
    const refused = await api.ask('/explain?list=doctors');
    expect([refused.status, refused.refusal.param]).toEqual([400, 'id']);
  });

  it('200: lists as clients of axios send them, and unknown parameters', async () => {
    const { failed, warnings } = await explain('list=doctors&id=900002&ids[]=900003&ids[]=900001&colour=red');
    expect(failed).toMatchObject([{ param: 'ids', wanted: ['900003', '900001'] }]);
    expect(warnings).toEqual(["Unknown parameter 'colour' was ignored."]);
  });

  itRefusesBadValues(theApi, '/explain?id=900001', [
    ['list', 'people'],
    ['list', 'Doctors'],
  ]);
  itAnswersAsEveryRead(theApi, `/explain?list=clinics&id=${CLINICS[0].id}&languages=Tamil&minYears=1`);
});
