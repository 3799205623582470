import { aClinic, aDoctor, aReview, aService, NOW, uuid } from '../../test/builders.js';
import { type AnswerSizes, FULL_SIZES } from '../access/tier.js';
import type { Answer } from '../contract/answer.js';
import { type OperationName, OPERATIONS } from '../contract/operations.js';
import { QueryReader, type RawParameters } from '../contract/queries/query-reader.js';
import type { DoctorRecord } from '../records/doctor.js';
import type { DirectoryOptions } from './directory-options.js';
import { Directory } from './directory.js';
import { buildReadModel, type ReadModel, ReadModelBuilder, type Records } from '../read-model/read-model.js';

const SYNCED = new Date('2026-10-01T00:00:00Z');

function modelOf(version: string, records: Partial<Records>): ReadModel {
  return buildReadModel({ version, syncedAt: SYNCED }, { clinics: [aClinic()], doctors: [], ...records });
}

/** One doctor, and no clinic except a closed one. */
function modelWithClosed(doctor: DoctorRecord): ReadModel {
  const builder = new ReadModelBuilder({ version: '1', syncedAt: SYNCED });
  builder.addClosedClinic(aClinic({ id: uuid(9), name: 'Gone' }));
  builder.addDoctor(doctor);
  return builder.build();
}

/** A directory of one dataset version, and the clock that it reads. */
function aClockedDirectory(records: Partial<Records>, options?: DirectoryOptions) {
  const clock = { now: new Date('2026-11-20T00:00:00Z') };
  const model = modelOf('1', records);
  const directory = new Directory(
    () => model,
    () => clock.now,
    options,
  );
  return { directory, at: (now: string) => ((clock.now = new Date(now)), directory) };
}

describe('an answer changes at midnight in Toronto, without a new dataset version', () => {
  it('when the confirmation is more than 30 days old', () => {
    const doctors = [aDoctor({ confirmedAt: new Date('2026-10-21T10:20:00Z') })];
    const { at } = aClockedDirectory({ doctors });
    const freshness = (now: string) => {
      const directory = at(now);
      const shown = directory.listDoctors({}).value.doctors[0]?.dataFreshness;
      expect(directory.getDoctor('900001').value.doctor.dataFreshness).toBe(shown);
      return [shown, directory.getSummary().value.dataFreshness.stale];
    };
    expect(freshness('2026-11-20T05:00:00.000Z')).toEqual(['fresh', 0]);
    expect(freshness('2026-11-21T04:59:59.999Z')).toEqual(['fresh', 0]);
    expect(freshness('2026-11-21T05:00:00.000Z')).toEqual(['stale', 1]);
    // Follows a clock that is set back, too.
    expect(freshness('2026-11-20T10:30:00.000Z')).toEqual(['fresh', 0]);
  });

  it('after the configured number of days', () => {
    const doctors = [aDoctor({ confirmedAt: new Date('2026-11-13T12:00:00Z') })];
    const { at } = aClockedDirectory({ doctors }, { freshDays: 7 });
    expect(at('2026-11-21T04:59:59Z').getSummary().value.dataFreshness.fresh).toBe(1);
    expect(at('2026-11-21T05:00:00Z').getSummary().value.dataFreshness.fresh).toBe(0);
  });

  it('on the anniversary of the start of practice', () => {
    const { at } = aClockedDirectory({ doctors: [aDoctor({ practisingSince: '2016-11-21' })] });
    const years = (now: string) => {
      const directory = at(now);
      return [
        directory.listDoctors({}).value.doctors[0]?.yearsOfPractice,
        directory.getClinic(uuid(1)).value.clinic.doctors[0]?.yearsOfPractice,
        directory.listDoctors({ minYears: 10 }).value.total,
        directory.listDoctors({ maxYears: 9 }).value.total,
        directory.listClinics({ minYears: 10 }).value.total,
      ];
    };
    expect(years('2026-11-21T04:59:59.999Z')).toEqual([9, 9, 0, 1, 0]);
    expect(years('2026-11-21T05:00:00.000Z')).toEqual([10, 10, 1, 0, 1]);
  });

  it('when the ratings of a signal become too old', () => {
    const reviews = Array.from({ length: 10 }, () =>
      aReview({ date: '2024-11-20', dimensions: { staff: 4 } }),
    );
    const { at } = aClockedDirectory({ doctors: [aDoctor()], reviews });
    expect(at('2026-11-21T04:59:59.999Z').getDoctorSignals('900001').value.total).toBe(1);
    expect(at('2026-11-21T05:00:00.000Z').getDoctorSignals('900001').value.total).toBe(0);
  });
});

describe('the tag', () => {
  const OTHER = uuid(2);
  const { at } = aClockedDirectory({
    clinics: [aClinic(), aClinic({ id: OTHER })],
    doctors: [
      aDoctor({ confirmedAt: new Date('2026-10-21T10:20:00Z'), practisingSince: '2016-11-21' }),
      aDoctor({ registrationNumber: '900002', clinicIds: [OTHER], practisingSince: '2011-07-01' }),
      aDoctor({
        registrationNumber: '900003',
        clinicIds: [OTHER],
        confirmedAt: new Date('2026-10-21T20:20:00Z'),
        languages: ['Welsh'],
        practisingSince: '2016-11-21',
      }),
    ],
    services: [aService(), aService({ clinicId: OTHER })],
    reviews: [
      ...Array.from({ length: 10 }, () => aReview({ date: '2024-11-20', dimensions: { staff: 4 } })),
      aReview({ date: '2024-11-19', dimensions: {} }),
    ],
  });
  const specialty = aService().specialty;
  const requests: [OperationName, ...unknown[]][] = [
    ['listDoctors', {}],
    ['listDoctors', { limit: '1' }],
    ['listDoctors', { limit: '1', offset: '1' }],
    ['listDoctors', { limit: '0' }],
    ['listDoctors', { languages: 'Welsh' }],
    ['listDoctors', { specialties: 'Nothing' }],
    ['listDoctors', { minYears: '10' }],
    ['listDoctors', { minYears: '10', limit: '1' }],
    ['listDoctors', { maxYears: '9', limit: '0' }],
    ['listDoctors', { minYears: '15' }],
    ['listDoctors', { ids: '900003,900002,900003', maxYears: '9' }],
    ['listDoctors', { clinic: uuid(1), days: 'mon', minYears: '10' }],
    ['listClinics', { ids: `${OTHER},${OTHER}`, openAt: '09:00', minYears: '10' }],
    ['listSpecialists', { specialty, days: 'mon', minYears: '10' }],
    ['searchDoctors', { q: '900002' }],
    ['searchDoctors', { q: 'dr', maxYears: '9' }],
    ['getFacets', { by: 'language' }],
    ['getFacets', { by: 'gender,freshness' }],
    ['getFacets', { by: 'language', maxYears: '9' }],
    ['getFacets', { by: 'language', minYears: '10', days: 'mon' }],
    ['explainAbsence', { list: 'doctors', id: '900001', languages: 'Welsh' }],
    ['explainAbsence', { list: 'doctors', id: '900001', minYears: '10', limit: '0' }],
    ['explainAbsence', { list: 'doctors', id: '900001', sort: 'years' }],
    ['explainAbsence', { list: 'clinics', id: OTHER, maxYears: '9', languages: 'Welsh' }],
    ['explainAbsence', { list: 'specialists', id: uuid(1), specialty, minYears: '10' }],
    ['readQuestion', { q: 'Welsh' }],
    ['readQuestion', { q: 'tomorrow evening, at least 10 years of experience' }],
    ['readQuestion', { q: 'dentist, tomorrow' }],
    ['getSummary', {}],
    ['getDoctor', '900001', {}],
    ['getDoctor', '900002', {}],
    ['listDoctorReviews', '900001', {}],
    ['getDoctorSignals', '900001', {}],
    ['listClinics', {}],
    ['listClinics', { minYears: '10' }],
    ['listClinics', { maxYears: '9', lat: '43.6', lng: '-79.4' }],
    ['listClinics', { minYears: '12' }],
    ['getClinic', uuid(1), {}],
    ['getClinic', OTHER, {}],
    ['getClinic', OTHER, {}, { ...FULL_SIZES, nestedDoctors: 1 }],
    ['listClinicReviews', uuid(1), {}],
    ['getClinicSignals', uuid(1), {}],
    ['listSpecialists', { specialty }],
    ['listSpecialists', { specialty, minYears: '10' }],
    ['listSpecialties', {}],
    ['listLanguages', {}],
    ['listAreas', {}],
    ['listPlaces', { q: 'york' }],
    ['listSources', {}],
    ['listAccuracy', {}],
  ];
  const DAYS = [
    ['2026-10-31T04:00:00Z', '2026-10-31T17:30:00Z', '2026-11-01T03:59:59.999Z'],
    // A day of 25 hours.
    ['2026-11-01T04:00:00Z', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-02T04:59:59.999Z'],
    ['2026-11-20T05:00:00Z', '2026-11-20T10:21:00Z', '2026-11-21T04:59:59.999Z'],
    ['2026-11-21T05:00:00Z', '2026-11-22T00:00:00Z', '2026-11-22T04:59:59.999Z'],
    // A day of 23 hours.
    ['2027-03-14T05:00:00Z', '2027-03-14T07:00:00Z', '2027-03-15T03:59:59.999Z'],
    ['2027-03-15T04:00:00Z', '2027-03-16T03:59:59.999Z'],
  ];

  it.each(requests)('%s %j: is that of the version and the day, like the answer', (name, ...request) => {
    const subject = typeof request[0] === 'string' ? (request.shift() as string) : undefined;
    const [raw, sizes] = request as [RawParameters, AnswerSizes?];
    const query = new QueryReader(OPERATIONS[name].query).read(raw);
    const tags = DAYS.map((times) => {
      const seen = times.map((now) => {
        const directory = at(now);
        const read = directory[name].bind(directory) as (...args: unknown[]) => Answer<unknown>;
        const answer = read(...(subject === undefined ? [] : [subject]), query, sizes);
        expect(answer).toMatchObject({ tag: directory.tagOf(name, raw), dataset: '1' });
        return `${answer.tag} ${answer.text}`;
      });
      expect(new Set(seen).size).toBe(1);
      return at(times[0]!).tagOf(name, raw);
    });
    expect(new Set(tags).size).toBe(DAYS.length);
  });

  it('of a question about "now" has the minute, too', () => {
    const q = 'open now, at least 10 years of experience';
    const seen = ['T15:42:00Z', 'T15:42:59.999Z', 'T15:43:00Z'].map((time) => {
      const directory = at(`2026-11-20${time}`);
      const { tag, text, dataset } = directory.readQuestion({ q });
      expect(tag).toBe(directory.tagOf('readQuestion', { q }));
      expect([tag, dataset]).toEqual([expect.stringMatching(/^1@2026-11-20 10:4[23]$/), '1']);
      return { tag, openAt: directory.readQuestion({ q }).value.values.openAt, text };
    });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen.map(({ openAt }) => openAt)).toEqual(['10:42', '10:42', '10:43']);
    expect(seen[2]!.tag).not.toBe(seen[0]!.tag);
  });

  it('is the same in each process, whenever it was started', () => {
    const early = at('2026-11-20T05:00:00Z');
    const before = early.listDoctors({});
    const late = aClockedDirectory({ doctors: [aDoctor()] }).at('2026-11-21T04:00:00Z');
    expect(late.tagOf('listDoctors', {})).toBe(before.tag);
    expect(at('2026-11-21T04:00:00Z').listDoctors({})).toEqual(before);
  });
});

describe('a new read model', () => {
  it('is used from the next call, within the day', () => {
    let model = modelOf('1', { doctors: [aDoctor()] });
    const directory = new Directory(
      () => model,
      () => new Date('2026-11-20T10:30:00Z'),
    );
    const tag = directory.tagOf('listDoctors', {});
    expect(directory.getSummary().value.totalDoctors).toBe(1);

    model = modelOf('2', {
      doctors: [aDoctor(), aDoctor({ registrationNumber: '900002', name: 'Dr. New' })],
    });

    expect(directory.getSummary().value.totalDoctors).toBe(2);
    expect(directory.searchDoctors({ q: 'new' }).value.total).toBe(1);
    expect(directory.tagOf('listDoctors', {})).not.toBe(tag);
  });

  it('lists a doctor whose registration is active again', () => {
    let model = modelOf('1', { doctors: [aDoctor({ expiredAt: SYNCED })] });
    const directory = new Directory(
      () => model,
      () => new Date('2026-11-20T10:30:00Z'),
    );
    expect(directory.listDoctors({}).value.total).toBe(0);

    model = modelOf('2', { doctors: [aDoctor()] });

    expect(directory.listDoctors({}).value.total).toBe(1);
    expect(directory.getDoctor('900001').value.doctor).toMatchObject({
      dataFreshness: 'fresh',
      expiredAt: null,
    });
  });
});

describe('buildReadModel', () => {
  it('rejects a doctor without a primary clinic', () => {
    const nowhere = [aDoctor({ clinicIds: [] }), aDoctor({ clinicIds: [uuid(9)] })];
    for (const doctor of nowhere)
      expect(() => modelOf('1', { doctors: [doctor] })).toThrow('Doctor 900001 has no primary clinic.');
  });

  it('includes a closed clinic in an expired doctor, and in no list', () => {
    const directory = new Directory(
      () => modelWithClosed(aDoctor({ clinicIds: [uuid(9)], expiredAt: NOW })),
      () => NOW,
    );
    expect(directory.getDoctor('900001').value.doctor.clinic.name).toBe('Gone');
    expect(directory.listClinics({}).value.total).toBe(0);
    expect(() => directory.getClinic(uuid(9))).toThrow('There is no clinic with this id.');
  });

  it('rejects a listed doctor whose clinic is closed', () => {
    expect(() => modelWithClosed(aDoctor({ clinicIds: [uuid(9)] }))).toThrow(
      'Doctor 900001 has no primary clinic.',
    );
  });
});
