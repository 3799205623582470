import { aClinic, aDirectory, aDoctor, aService, DAY_MS, NOW, open, uuid } from '../../test/builders.js';
import { Chance, randomRecords } from '../../test/random-directory.js';
import type { Answer } from '../contract/answer.js';
import type { PlaceExtra } from '../contract/queries/place-query.js';
import type { OperationName } from '../contract/operations.js';
import { QueryReader } from '../contract/queries/query-reader.js';
import { ClinicQuery } from '../contract/queries/query.js';
import { FULL_SIZES } from '../access/tier.js';
import { buildReadModel } from '../read-model/read-model.js';
import type { ClinicRecord } from '../records/clinic.js';
import { CLINIC_FACTS, type EvidenceMethod, EVIDENCE_STATES, type Statement } from '../records/evidence.js';
import { torontoMoment } from '../rules/time/toronto-time.js';
import { Directory } from './directory.js';

const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

function says(
  fact: Statement['fact'],
  value: unknown,
  days: number,
  facts: Partial<Statement> = {},
): Statement {
  return { fact, value, source: 'clinics', method: 'clinic_attested', observedAt: daysAgo(days), ...facts };
}

it('what a source says without a date is marked, in evidence and availability', () => {
  const undated = { dated: false } as const;
  const clinic = aClinic({
    wheelchair: true,
    accepting: true,
    acceptingObserved: { observedAt: daysAgo(12), ...undated, method: '', source: 'clinics' },
    evidence: [says('wheelchair', true, 20, undated), says('virtualVisits', false, 20)],
    virtualVisits: false,
  });
  const services = [
    aService({
      accepting: true,
      evidence: [says('serviceAccepting', true, 9, undated), says('serviceWait', 8, 9)],
    }),
  ];
  const directory = aDirectory({ clinics: [clinic], services });
  const { evidence } = directory.getClinicEvidence(uuid(1)).value;
  const marked = evidence.filter((row) => row.dated === false).map(({ field }) => field);
  expect(marked).toEqual(['accepting', 'wheelchair', 'serviceAccepting']);
  expect(evidence.filter((row) => 'dated' in row)).toHaveLength(marked.length);
  const include: PlaceExtra[] = ['availability'];
  const listed = directory.listClinics({ limit: 1, offset: 0, include }).value.clinics[0]!;
  expect(listed.availability).toEqual({
    accepting: {
      answer: 'yes',
      code: 'newpt',
      state: 'confirmed',
      observedAt: daysAgo(12).toISOString(),
      dated: false,
      method: 'clinic_attested',
    },
    hours: expect.not.objectContaining({ dated: false }) as unknown,
    wheelchair: expect.objectContaining({ observedAt: daysAgo(20).toISOString(), dated: false }) as unknown,
    virtualVisits: expect.not.objectContaining({ dated: false }) as unknown,
  });
  const query = { limit: 1, offset: 0, specialty: 'Cardiology', include };
  const [service] = directory.listSpecialists(query).value.clinics;
  expect(service!.serviceAvailability).toMatchObject({ accepting: { answer: 'yes', dated: false } });
});

describe('the evidence about a clinic', () => {
  const clinic = aClinic({
    phone: '416-555-0100',
    wheelchair: true,
    openingHours: open([1], 9, 17),
    accepting: true,
    acceptingObserved: { observedAt: daysAgo(12), method: 'phone', source: 'availability', code: 'newpt' },
    evidence: [
      says('phone', '416-555-0100', 3, { previous: '416-555-0199' }),
      says('phone', '416-555-0142', 9, { source: 'odhf', method: 'open_data' }),
      says('hours', ['mon 09:00-17:00'], 200),
      says('wheelchair', true, 1, { method: 'correction', source: 'corrections', previous: false }),
      says('wheelchair', false, 2),
    ],
  });
  const services = [aService({ evidence: [says('serviceWait', 8, 5)] })];
  const directory = aDirectory({ clinics: [clinic], services });
  const { evidence, clinicId, total, count } = directory.getClinicEvidence(uuid(1)).value;
  const rowsOf = (field: string) => evidence.filter((row) => row.field === field);

  it('has every fact, and those of its services', () => {
    expect(clinicId).toBe(uuid(1));
    expect(new Set(evidence.map(({ field }) => field))).toEqual(
      new Set([...CLINIC_FACTS, 'serviceAccepting', 'serviceWait']),
    );
    expect([total, count]).toEqual([evidence.length, evidence.length]);
  });

  it('says who observed a fact, when, how and until when', () => {
    expect(rowsOf('accepting')).toEqual([
      {
        field: 'accepting',
        value: true,
        code: 'newpt',
        state: 'confirmed',
        source: { name: 'availability', licence: '' },
        method: 'phone_call',
        observedAt: daysAgo(12).toISOString(),
        expiresAt: daysAgo(12 - 90).toISOString(),
        previous: null,
      },
    ]);
    expect(rowsOf('serviceWait')).toMatchObject([{ specialty: 'Cardiology', value: 8, state: 'confirmed' }]);
  });

  it('has what the directory shows first, and conflicts of methods', () => {
    expect(rowsOf('phone')).toMatchObject([
      { value: '416-555-0100', state: 'conflicting', previous: '416-555-0199' },
      { value: '416-555-0142', state: 'conflicting', method: 'open_data' },
    ]);
  });

  it('knows expired, corrected and unknown facts', () => {
    expect(rowsOf('hours')).toMatchObject([{ value: ['mon 09:00-17:00'], state: 'expired' }]);
    expect(rowsOf('wheelchair')).toMatchObject([
      { value: true, state: 'confirmed', method: 'correction', expiresAt: null, previous: false },
      { value: false, state: 'confirmed' },
    ]);
    const unknown = { value: null, state: 'never', method: '', observedAt: null, expiresAt: null };
    expect(rowsOf('website')).toMatchObject([unknown]);
    expect(rowsOf('serviceAccepting')).toMatchObject([unknown]);
  });
});

describe('the evidence about a doctor', () => {
  it('is that of the register, with corrections and what was before', () => {
    const doctor = aDoctor({
      languages: ['English', 'Tamil'],
      confirmedAt: daysAgo(25),
      evidence: [
        says('languages', ['English', 'Tamil'], 2, { method: 'correction', source: 'corrections' }),
        says('practice', null, 0, { source: 'register', method: 'register', previous: uuid(7) }),
      ],
    });
    const { evidence } = aDirectory({ doctors: [doctor] }).getDoctorEvidence('900001').value;
    const register = { method: 'register', state: 'aging', observedAt: daysAgo(25).toISOString() };
    expect(evidence).toMatchObject([
      { field: 'registration', value: 'active', ...register, previous: null },
      { field: 'specialties', value: ['Family Medicine'], ...register },
      { field: 'languages', value: ['English', 'Tamil'], method: 'correction', state: 'confirmed' },
      { field: 'practice', value: uuid(1), ...register, previous: uuid(7) },
    ]);
  });

  it('of an expired or a never confirmed one says so', () => {
    const doctors = [
      aDoctor({ expiredAt: daysAgo(3) }),
      aDoctor({ registrationNumber: '900002', confirmedAt: null, specialties: [] }),
    ];
    const directory = aDirectory({ doctors });
    expect(directory.getDoctorEvidence('900001').value.evidence[0]).toMatchObject({
      value: 'expired',
      previous: 'active',
      observedAt: daysAgo(3).toISOString(),
    });
    const { evidence } = directory.getDoctorEvidence('900002').value;
    expect(evidence.map(({ value, state }) => [value, state])).toEqual([
      ['active', 'never'],
      [null, 'never'],
      [['English'], 'never'],
      [uuid(1), 'never'],
    ]);
  });
});

describe('include=availability', () => {
  const clinics = [
    aClinic({
      accepting: false,
      acceptingObserved: { observedAt: daysAgo(61), method: 'phone', code: 'existptfam' },
      virtualVisits: false,
      evidence: [says('virtualVisits', false, 3)],
    }),
  ];
  const services = [
    aService({ accepting: true, evidence: [says('serviceAccepting', true, 1), says('serviceWait', 8, 170)] }),
  ];
  const directory = aDirectory({ clinics, services, doctors: [aDoctor()] });
  const include = ['availability'] as 'availability'[];
  const never = { state: 'never', observedAt: null, method: '' };
  const expected = {
    accepting: {
      answer: 'no',
      code: 'existptfam',
      state: 'aging',
      observedAt: daysAgo(61).toISOString(),
      method: 'phone_call',
    },
    hours: never,
    wheelchair: { answer: 'unknown', ...never },
    virtualVisits: {
      answer: 'no',
      state: 'confirmed',
      observedAt: daysAgo(3).toISOString(),
      method: 'clinic_attested',
    },
  };

  it('tells answer, code, state, time and method in lists and details', () => {
    expect(directory.listClinics({ include }).value.clinics[0]!.availability).toEqual(expected);
    expect(directory.listDoctors({ include }).value.doctors[0]!.availability).toEqual(expected);
    expect(directory.getClinic(uuid(1), { include }).value.clinic.availability).toEqual(expected);
    expect(directory.getDoctor('900001', { include }).value.doctor.availability).toEqual(expected);
  });

  it('has what a service says itself', () => {
    const [service] = directory.listSpecialists({ specialty: 'Cardiology', include }).value.clinics;
    expect(service!.availability).toEqual(expected);
    expect(service!.serviceAvailability).toMatchObject({
      accepting: { answer: 'yes', code: 'newpt', state: 'confirmed' },
      wait: { state: 'aging' },
    });
  });
});

describe('acceptance', () => {
  const at = (days: number) => ({ observedAt: daysAgo(days), method: 'phone' });
  const clinics = [
    aClinic({ accepting: true, acceptingObserved: at(1) }),
    aClinic({ id: uuid(2), accepting: false, acceptingObserved: at(1) }),
    aClinic({ id: uuid(3), accepting: true, acceptingObserved: at(91) }),
    aClinic({ id: uuid(4) }),
  ];
  const doctors = clinics.map(({ id }, n) => aDoctor({ registrationNumber: `90000${n}`, clinicIds: [id] }));
  const services = [
    aService(),
    aService({ clinicId: uuid(3), accepting: false, evidence: [says('serviceAccepting', false, 1)] }),
  ];
  const directory = aDirectory({ clinics, doctors, services });

  it.each([
    ['yes', [1]],
    ['no', [2]],
    ['unknown', [3, 4]],
    ['no,unknown', [2, 3, 4]],
    ['yes,no,unknown', [1, 2, 3, 4]],
  ])('=%s finds clinics and doctors by the answer', (acceptance, found) => {
    const query = new QueryReader(ClinicQuery).read({ acceptance });
    const ids = found.map(uuid);
    expect(directory.listClinics(query).value.clinics.map(({ id }) => id)).toEqual(ids);
    expect(
      directory.listDoctors({ acceptance: query.acceptance }).value.doctors.map(({ clinic }) => clinic.id),
    ).toEqual(ids);
  });

  it('is that of the service, or else of its clinic', () => {
    const found = (acceptance: 'yes' | 'no' | 'unknown') =>
      directory
        .listSpecialists({ specialty: 'Cardiology', acceptance: [acceptance] })
        .value.clinics.map(({ id }) => id);
    expect([found('yes'), found('no'), found('unknown')]).toEqual([[uuid(1)], [uuid(3)], []]);
  });

  it('=maybe is refused, by name', () => {
    expect(() => new QueryReader(ClinicQuery).read({ acceptance: 'yes,maybe' })).toThrow(
      'acceptance must be a comma-separated list of yes, no or unknown.',
    );
  });

  it('is explained: what is not known, and what differs', () => {
    const explained = (id: string, acceptance: ('yes' | 'no' | 'unknown')[]) =>
      directory.explainAbsence({ list: 'clinics', id, acceptance }).value.failed;
    expect(explained(uuid(3), ['yes'])).toMatchObject([
      { param: 'acceptance', wanted: ['yes'], has: [], reason: 'value_unknown' },
    ]);
    expect(explained(uuid(1), ['no', 'unknown'])).toMatchObject([{ has: ['yes'], reason: 'value_differs' }]);
  });
});

describe('with the clock, without a new dataset version', () => {
  const clock = { now: NOW };
  const observed = { observedAt: daysAgo(59), method: 'phone' };
  const model = buildReadModel(
    { version: '1', syncedAt: NOW },
    {
      clinics: [aClinic({ accepting: true, acceptingObserved: observed })],
      doctors: [aDoctor()],
      services: [aService({ accepting: true, evidence: [says('serviceAccepting', true, 100)] })],
    },
  );
  const directory = new Directory(
    () => model,
    () => clock.now,
  );
  const include = ['availability'] as 'availability'[];
  const reads: [OperationName, Readonly<Record<string, string>>, () => Answer<unknown>][] = [
    ['listClinics', { include: 'availability' }, () => directory.listClinics({ include })],
    ['listClinics', { acceptance: 'yes' }, () => directory.listClinics({ acceptance: ['yes'] })],
    ['listDoctors', { include: 'availability' }, () => directory.listDoctors({ include })],
    ['listDoctors', { acceptance: 'no' }, () => directory.listDoctors({ acceptance: ['no'] })],
    [
      'listSpecialists',
      { specialty: 'Cardiology', include: 'availability' },
      () => directory.listSpecialists({ specialty: 'Cardiology', include }),
    ],
    [
      'listSpecialists',
      { specialty: 'Cardiology', acceptance: 'yes' },
      () => directory.listSpecialists({ specialty: 'Cardiology', acceptance: ['yes'] }),
    ],
    ['getClinic', { 'include[]': 'availability' }, () => directory.getClinic(uuid(1), { include })],
    ['getDoctor', { include: 'availability' }, () => directory.getDoctor('900001', { include })],
    ['getClinicEvidence', {}, () => directory.getClinicEvidence(uuid(1))],
    ['getDoctorEvidence', {}, () => directory.getDoctorEvidence('900001')],
  ];

  it.each(reads)('%s %p: the answer changes at midnight only, with its tag', (name, parameters, read) => {
    const texts = new Map<string, string>();
    for (let hour = 0; hour < 24 * 130; hour += 5) {
      clock.now = new Date(NOW.getTime() + hour * 3_600_000);
      const { text, tag = '' } = read();
      expect(tag).toBe(`1@${torontoMoment(clock.now).date}`);
      expect(directory.tagOf(name, parameters)).toBe(tag);
      expect(texts.get(tag) ?? text).toBe(text);
      texts.set(tag, text);
    }
    // Nobody said no: what changes then is the number of those of whom it is not known.
    expect(new Set(texts.values()).size).toBeGreaterThan(1);
  });
});

describe('what a source says of whether a doctor accepts new patients', () => {
  const read = (own: readonly Statement[], clinic: Partial<ClinicRecord>) => {
    const some = aDirectory({ clinics: [aClinic(clinic)], doctors: [aDoctor({ evidence: own })] });
    const { doctor } = some.getDoctor('900001', { include: ['availability'] }).value;
    const { evidence } = some.getDoctorEvidence('900001').value;
    const rows = evidence.filter(({ field }) => field === 'accepting');
    return {
      own: doctor.ownAcceptance && [doctor.ownAcceptance.answer, doctor.ownAcceptance.state],
      clinic: doctor.availability!.accepting.answer,
      rows: rows.map(({ value, state, method }) => [value, state, method]),
    };
  };
  const open = { accepting: true, acceptingObserved: { observedAt: daysAgo(1), method: 'phone' } };

  it('stands beside what the clinic says, and disagrees with it whichever is newer', () => {
    expect(read([says('accepting', false, 5, { method: 'phone_call' })], open)).toEqual({
      own: ['no', 'conflicting'],
      clinic: 'yes',
      rows: [[false, 'conflicting', 'phone_call']],
    });
  });

  it('agrees, is the only one, or has expired', () => {
    const yes = says('accepting', true, 5, { method: 'phone_call' });
    expect(read([yes], open).own).toEqual(['yes', 'confirmed']);
    expect(read([yes], {}).own).toEqual(['yes', 'confirmed']);
    expect(read([says('accepting', false, 100, { method: 'phone_call' })], open)).toMatchObject({
      own: ['unknown', 'expired'],
      rows: [[false, 'expired', 'phone_call']],
    });
  });

  it('is absent where no source says anything', () => expect(read([], open)).toMatchObject({ rows: [] }));
});

it('the answers add up to the booleans of lists where evidence is not expired', () => {
  const chance = new Chance(20261124);
  const records = randomRecords(chance);
  const methods: EvidenceMethod[] = ['phone_call', 'web', 'register'];
  const clinics = records.clinics.map((clinic) => ({
    ...clinic,
    acceptingObserved:
      clinic.accepting === null ? null : { observedAt: daysAgo(chance.below(120)), method: 'phone' },
    evidence: [
      says('wheelchair', chance.oneOf([true, false]), chance.below(300), { method: chance.oneOf(methods) }),
      says('accepting', chance.oneOf([true, false]), chance.below(300), { method: 'web' }),
    ],
  }));
  const directory = aDirectory({ ...records, clinics });
  const whole = { ...FULL_SIZES, pageDefault: 1_000, pageMaximum: 1_000 };
  const { clinics: items } = directory.listClinics({ include: ['availability'] }, whole).value;
  const totals = { yes: 0, no: 0, unknown: 0 };
  const seen = new Set<string>();
  for (const { accepting, availability, id } of items) {
    const { answer, state } = availability!.accepting;
    totals[answer]++;
    seen.add(state);
    const known = answer === 'unknown' ? accepting : answer === 'yes';
    expect([id, accepting]).toEqual([id, known]);
    const { accessibility } = directory.getClinic(id).value.clinic;
    expect([id, accessibility.wheelchair]).toEqual([id, availability!.wheelchair.answer === 'yes']);
  }
  expect([...seen].toSorted()).toEqual(EVIDENCE_STATES.toSorted());
  for (const answer of ['yes', 'no', 'unknown'] as const)
    expect(directory.listClinics({ acceptance: [answer], limit: 0 }).value.total).toBe(totals[answer]);
});
