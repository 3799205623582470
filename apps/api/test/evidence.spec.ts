import type { ClinicEvidence, ClinicList, DoctorEvidence, SpecialistList } from '@care-atlas/domain/contract';
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

const ANNEX = CLINICS[0].id;

describe('GET /clinics/{id}/evidence', () => {
  it('200: who observed each fact, when, how and until when', async () => {
    const answer = (await api.ask(`/clinics/${ANNEX}/evidence`)).json<ClinicEvidence>();
    expect(answer.clinicId).toBe(ANNEX);
    expect([answer.total, answer.count]).toEqual([answer.evidence.length, answer.evidence.length]);
    const phone = answer.evidence.find(({ field }) => field === 'phone')!;
    expect(phone).toMatchObject({
      value: CLINICS[0].phone,
      state: 'confirmed',
      source: { licence: '' },
      method: 'clinic_attested',
      previous: null,
    });
    expect(Date.parse(phone.expiresAt!) - Date.parse(phone.observedAt!)).toBe(180 * 86_400_000);
    const services = answer.evidence.filter(({ field }) => field === 'serviceWait');
    expect(services.map(({ specialty, value }) => [specialty, value])).toEqual([
      ['Cardiology', 12],
      ['Dermatology', 3],
    ]);
  });

  it('200: the state never for what nobody said', async () => {
    const { evidence } = (await api.ask(`/clinics/${CLINICS[2]!.id}/evidence`)).json<ClinicEvidence>();
    expect(evidence.map(({ value, state }) => [value, state])).toEqual(
      Array.from({ length: 6 }, () => [null, 'never']),
    );
  });

  it.each([NOBODY, 'x'])('404: %s', async (id) => {
    expect((await api.ask(`/clinics/${id}/evidence`)).refusal.error).toBe('not_found');
  });

  itAnswersAsEveryRead(theApi, `/clinics/${ANNEX}/evidence`);
});

describe('GET /doctors/{cpso}/evidence', () => {
  it('200: of every doctor what the directory shows', async () => {
    for (const { registrationNumber, specialties, languages, confirmedAt } of DOCTORS) {
      const { cpsoNumber, evidence } = (
        await api.ask(`/doctors/${registrationNumber}/evidence`)
      ).json<DoctorEvidence>();
      expect(cpsoNumber).toBe(registrationNumber);
      expect(evidence.map(({ field, value }) => [field, value])).toMatchObject([
        ['registration', 'active'],
        ['specialties', specialties],
        ['languages', languages],
        ['practice', expect.any(String)],
      ]);
      const times = new Set(evidence.map(({ observedAt }) => observedAt));
      expect([...times]).toEqual([confirmedAt?.toISOString() ?? null]);
    }
  });

  it('200: an expired registration', async () => {
    const answer = await api.ask(`/doctors/${EXPIRED.registrationNumber}/evidence`);
    expect(answer.json<DoctorEvidence>().evidence[0]).toMatchObject({ value: 'expired', previous: 'active' });
  });

  it('404: an unknown number', async () => {
    expect((await api.ask('/doctors/1/evidence')).refusal.error).toBe('not_found');
  });

  itAnswersAsEveryRead(theApi, '/doctors/900001/evidence');
});

describe('acceptance', () => {
  const totalOf = async (path: string) => (await api.ask(path)).json<ClinicList>().total;

  it.each(['/doctors?', '/doctors/search?q=a', '/clinics?', '/specialists?specialty=Cardiology'])(
    '%s: the answers add up',
    async (list) => {
      const path = list.replace('q=a', 'q=an');
      const totals = await Promise.all(
        ['yes', 'no', 'unknown'].map((answer) => totalOf(`${path}&limit=0&acceptance=${answer}`)),
      );
      expect(totals.reduce((sum, total) => sum + total)).toBe(await totalOf(`${path}&limit=0`));
      expect(await totalOf(`${path}&limit=0&acceptance=yes,unknown`)).toBe(totals[0]! + totals[2]!);
      expect(totals[0]).toBe(await totalOf(`${path}&limit=0&accepting=true`));
    },
  );

  it('tells what a service says from what its clinic says', async () => {
    const { clinics } = (
      await api.ask('/specialists?specialty=Cardiology&include=availability')
    ).json<SpecialistList>();
    const annex = clinics.find(({ id }) => id === ANNEX)!;
    expect(annex.availability!.accepting).toMatchObject({ answer: 'yes', code: 'newpt' });
    expect(annex.serviceAvailability!.accepting).toMatchObject({ answer: 'no', code: 'unknown' });
    expect(annex.serviceAvailability!.wait.state).toBe('confirmed');
  });

  for (const path of [
    '/doctors',
    '/clinics',
    '/doctors/facets?by=gender',
    '/specialists?specialty=Cardiology',
  ])
    itRefusesBadValues(theApi, path, [
      ['acceptance', 'maybe'],
      ['acceptance', 'yes,Yes'],
    ]);
});

it('an observation with a code is shown, and is not known once it has expired', async () => {
  const { id } = CLINICS[2]!;
  const version = await api.sync(
    (writer) =>
      writer.availability([
        {
          subject: { clinicId: id },
          accepting: false,
          method: 'phone',
          code: 'existptfam',
          observedAt: new Date(NOW.getTime() - 1),
        },
      ]),
    'availability',
  );
  await until(() => api.version === version);
  const accepting = async () =>
    (await api.ask(`/clinics?ids=${id}&include=availability`)).json<ClinicList>().clinics[0]!.availability!
      .accepting;
  expect(await accepting()).toMatchObject({
    answer: 'no',
    code: 'existptfam',
    state: 'confirmed',
    method: 'phone_call',
  });
  api.stepClock(91 * 86_400_000);
  expect(await accepting()).toMatchObject({ answer: 'unknown', code: 'unknown', state: 'expired' });
});
