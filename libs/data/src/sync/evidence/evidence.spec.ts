import type { ClinicRecord, DoctorRecord, Statement } from '@care-atlas/domain/records';
import { Directory } from '@care-atlas/domain/directory';
import { english } from '@care-atlas/domain/messages';
import { ReadModelBuilder } from '@care-atlas/domain/read-model';
import { clinicRemarks, torontoDate } from '@care-atlas/domain/rules';
import {
  aClinic,
  aDoctor,
  aRegistration,
  empty,
  LATER,
  NOW,
  register,
  registrations,
  rowsOf,
  useTestDatabase,
  uuid,
} from '../../../test/test-directory.js';
import { loadDataset } from '../../directory/loading/dataset-loader.js';
import { runSync } from '../sync-run.js';
import type { AvailabilityInput } from '../details/observations.js';
import type { SyncWriter } from '../sync-writer.js';

const database = useTestDatabase();
beforeEach(() => empty(database.url));

const DAY_MS = 86_400_000;
const day = (n: number) => new Date(NOW.getTime() + n * DAY_MS);

function run(source: string, at: Date, work: (writer: SyncWriter) => Promise<void>, options = {}) {
  return runSync(database.url, { source, ...options }, at, work);
}

/** What sources say about the clinic, and the records. */
async function load() {
  const clinics: ClinicRecord[] = [];
  const doctors: DoctorRecord[] = [];
  const builder = await loadDataset(database.url, (about) => {
    const sink = new ReadModelBuilder(about);
    return Object.assign(sink, {
      addClinic(clinic: ClinicRecord) {
        clinics.push(clinic);
        ReadModelBuilder.prototype.addClinic.call(sink, clinic);
      },
      addDoctor(doctor: DoctorRecord) {
        doctors.push(doctor);
        ReadModelBuilder.prototype.addDoctor.call(sink, doctor);
      },
    });
  });
  const model = builder.build();
  const directoryAt = (now: Date) =>
    new Directory(
      () => model,
      () => now,
    );
  return { clinics, doctors, directoryAt };
}

async function saidOf(fact: Statement['fact']): Promise<unknown[]> {
  const { clinics } = await load();
  const { evidence = [] } = clinics[0]!;
  return evidence
    .filter((statement) => statement.fact === fact)
    .map(({ value, source, method, observedAt, previous }) => ({
      value,
      source,
      method,
      observedAt,
      previous,
    }));
}

const previousFacts = () =>
  rowsOf(database.url, 'select previous_facts as facts from doctor where previous_facts is not null');

describe('a source of clinics', () => {
  it.each([
    [false, NOW],
    [true, LATER],
  ])('that repeats itself writes no evidence, unless it confirms it: %s', async (confirms, observedAt) => {
    const complete = { complete: true };
    const work = (writer: SyncWriter) => writer.clinics([aClinic(), aClinic({ id: uuid(2) })], complete);
    await run('clinics', NOW, work, { facts: { confirms } });
    const written = 'select xmin::text, ctid::text, * from evidence order by key, field';
    const before = await rowsOf(database.url, written);
    expect(before).toHaveLength(2 * 3);
    await run('clinics', LATER, work);
    const after = await rowsOf(database.url, written);
    const newTime = { observed_at: LATER, xmin: expect.any(String), ctid: expect.any(String) };
    expect(after).toEqual(before.map((row) => (confirms ? { ...row, ...newTime } : row)));
    expect(await saidOf('wheelchair')).toEqual([
      { value: true, source: 'clinics', method: 'clinic_attested', observedAt, previous: null },
    ]);
  });

  it('that changes a value leaves what it said before', async () => {
    await run('clinics', NOW, (writer) => writer.clinics([aClinic()]));
    await run('clinics', LATER, (writer) => writer.clinics([aClinic({ phone: '+1-416-555-0142' })]));
    expect(await saidOf('phone')).toMatchObject([
      { value: '+1-416-555-0142', observedAt: LATER, previous: '+1-416-555-0101' },
    ]);
    expect(await saidOf('hours')).toMatchObject([
      { value: ['mon 09:00-12:00', 'mon 13:00-17:00', 'sat 10:00-14:00'] },
    ]);
  });

  it('that no longer knows a value says nothing about it', async () => {
    await run('clinics', NOW, (writer) => writer.clinics([aClinic()]));
    await run('clinics', LATER, (writer) => writer.clinics([aClinic({ wheelchair: null })]));
    expect(await saidOf('wheelchair')).toEqual([]);
  });

  it('that leaves a value alone does not confirm it', async () => {
    await run('clinics', NOW, (writer) => writer.clinics([aClinic()]), { facts: { confirms: true } });
    await run('clinics', LATER, (writer) =>
      writer.clinics([{ ...aClinic({ phone: '' }), line: 2, kept: ['phone'] }], { complete: true }),
    );
    expect(await saidOf('phone')).toMatchObject([{ value: '+1-416-555-0101', observedAt: NOW }]);
    expect(await saidOf('wheelchair')).toMatchObject([{ observedAt: LATER }]);
  });

  it.each([false, true])('that lacks a clinic does not confirm it (pinned: %s)', async (pinned) => {
    await run('clinics', NOW, (writer) => writer.clinics([aClinic(), aClinic({ id: uuid(2) })]));
    const pin = { kind: 'pin', record: 'clinic', key: uuid(1), given: {}, fields: {} } as const;
    if (pinned)
      await run('corrections', NOW, (writer) =>
        writer.correct({ ...pin, why: 'A caller said so.', by: 'ada', until: null }),
      );
    await run('clinics', LATER, (writer) => writer.clinics([aClinic({ id: uuid(2) })], { complete: true }));
    const times = await rowsOf(
      database.url,
      `select distinct coalesce(observed_at, since) as at from evidence where key = '${uuid(1)}'`,
    );
    expect(times).toEqual([{ at: NOW }]);
  });

  it('does not replace what another one said: both are known, and conflict', async () => {
    await run('clinics', NOW, (writer) => writer.clinics([aClinic()]));
    const facts = { method: 'web' } as const;
    await run('scraper', LATER, (writer) => writer.clinics([aClinic({ wheelchair: false })]), { facts });
    expect(await saidOf('wheelchair')).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ value: true, source: 'clinics', observedAt: NOW }),
        expect.objectContaining({ value: false, source: 'scraper', method: 'web', observedAt: LATER }),
      ]),
    );
    const { directoryAt } = await load();
    const wheelchair = (now: Date) =>
      directoryAt(now)
        .getClinicEvidence(uuid(1))
        .value.evidence.filter(({ field }) => field === 'wheelchair')
        .map(({ value, state }) => [value, state]);
    // Of two methods, the better one counts, whatever was said last.
    expect(wheelchair(LATER)).toEqual([
      [true, 'conflicting'],
      [false, 'conflicting'],
    ]);
    expect(wheelchair(day(70))).toEqual([
      [true, 'confirmed'],
      [false, 'expired'],
    ]);
  });
});

it('doctors have evidence of what a source says of their own acceptance, beside that of the clinic', async () => {
  await run('clinics', NOW, (writer) => writer.clinics([aClinic({ accepting: null })]));
  await run('register', NOW, async (writer) => writer.doctors([aDoctor()]));
  const observed = (subject: AvailabilityInput['subject'], accepting: boolean, observedAt: Date) =>
    run('availability', LATER, (writer) =>
      writer.availability([{ subject, accepting, method: 'phone', observedAt }]),
    );
  await observed({ registrationNumber: '900001' }, false, day(-2));
  await observed({ clinicId: uuid(1) }, true, day(-1));
  const directory = (await load()).directoryAt(LATER);
  const { evidence } = directory.getDoctorEvidence('900001').value;
  expect(evidence.filter(({ field }) => field === 'accepting')).toMatchObject([
    { value: false, method: 'phone_call', state: 'conflicting', observedAt: day(-2).toISOString() },
  ]);
  const { doctor } = directory.getDoctor('900001', { include: ['availability'] }).value;
  expect(doctor.ownAcceptance).toMatchObject({ answer: 'no', state: 'conflicting' });
  expect(doctor.availability!.accepting).toMatchObject({ answer: 'yes' });
});

it('services have evidence, with what their source said before', async () => {
  const service = { clinicId: uuid(1), specialty: 'Cardiology', waitWeeks: 12, accepting: true };
  await run('clinics', NOW, (writer) => writer.clinics([aClinic()]));
  await run('specialists', NOW, (writer) => writer.services([service]));
  await run('specialists', LATER, (writer) => writer.services([{ ...service, waitWeeks: 9 }]));
  const { directoryAt } = await load();
  const { evidence } = directoryAt(LATER).getClinicEvidence(uuid(1)).value;
  const said = { specialty: 'Cardiology', state: 'confirmed', observedAt: LATER.toISOString() };
  expect(evidence.filter(({ field }) => field.startsWith('service'))).toMatchObject([
    { ...said, field: 'serviceAccepting', value: true, previous: null, observedAt: NOW.toISOString() },
    { ...said, field: 'serviceWait', value: 9, previous: 12 },
  ]);
});

describe('acceptance', () => {
  it('has the code, method and source of the observation that counts, and those of other methods', async () => {
    await run('clinics', NOW, (writer) => writer.clinics([aClinic({ accepting: null })]));
    const subject = { clinicId: uuid(1) };
    await run('availability', LATER, (writer) =>
      writer.availability([
        { subject, accepting: true, method: 'phone', observedAt: day(-30) },
        { subject, accepting: false, method: 'phone', observedAt: day(-2), code: 'existptfam' },
        { subject, accepting: true, method: 'web', observedAt: day(-9) },
      ]),
    );
    const { clinics, directoryAt } = await load();
    expect(clinics[0]!.acceptingObserved).toMatchObject({ source: 'availability', code: 'existptfam' });
    const rows = directoryAt(NOW).getClinicEvidence(uuid(1)).value.evidence;
    expect(rows.filter(({ field }) => field === 'accepting')).toMatchObject([
      { value: false, code: 'existptfam', method: 'phone_call', state: 'conflicting', previous: true },
      { value: true, method: 'web', state: 'conflicting', previous: null },
    ]);
  });
});

describe('rows of one list that an operator merges', () => {
  const merge = { kind: 'merge', record: 'clinic', key: uuid(2), given: { into: uuid(1) } } as const;
  const merged = async () => {
    await run('corrections', LATER, (writer) =>
      writer.correct({ ...merge, fields: { into: uuid(1) }, why: 'One door.', by: 'ada', until: null }),
    );
    const { clinics, directoryAt } = await load();
    const { evidence } = directoryAt(LATER).getClinicEvidence(uuid(1)).value;
    const of = (field: string) =>
      evidence
        .filter((row) => row.field === field)
        .map(({ value, state, previous }) => [value, state, previous]);
    return { of, notes: clinicRemarks(clinics[0]!).map(english) };
  };

  it('conflict where they say different things, and neither said so before', async () => {
    await run('clinics', NOW, (writer) =>
      writer.clinics([
        aClinic({ accepting: true, phone: '+1-416-555-0777' }),
        aClinic({ id: uuid(2), accepting: false, wheelchair: false, phone: '+1-416-555-0778' }),
      ]),
    );
    const { of, notes } = await merged();
    expect(of('accepting')).toEqual([
      [true, 'conflicting', null],
      [false, 'conflicting', null],
    ]);
    expect(of('wheelchair')).toEqual([
      [true, 'conflicting', null],
      [false, 'conflicting', null],
    ]);
    expect(of('phone')).toHaveLength(2);
    expect(notes).toContain(
      `Another source says that new patients are not accepted: listed since ${torontoDate(NOW)}.`,
    );
  });

  it('agree where they say the same', async () => {
    await run('clinics', NOW, (writer) =>
      writer.clinics([aClinic({ accepting: true }), aClinic({ id: uuid(2), accepting: true })]),
    );
    const { of } = await merged();
    expect(of('accepting')).toEqual([
      [true, 'confirmed', null],
      [true, 'confirmed', null],
    ]);
  });
});

it('a call that a list without a date hides is named in the notes', async () => {
  const [subject, observedAt] = [{ clinicId: uuid(1) }, day(-1)];
  await run('clinics', day(-9), (writer) => writer.clinics([aClinic({ accepting: null })]));
  await run('availability', NOW, (writer) =>
    writer.availability([{ subject, accepting: false, method: 'phone', observedAt }]),
  );
  await run('clinics', NOW, (writer) => writer.clinics([aClinic({ accepting: true })]));
  const { clinics } = await load();
  expect(clinicRemarks(clinics[0]!).map(english)).toEqual(
    expect.arrayContaining([
      `Acceptance listed since ${torontoDate(NOW)}.`,
      `Another source says that new patients are not accepted: observed ${torontoDate(observedAt)} by phone.`,
    ]),
  );
});

it('an observation with its code stays when a list of clinics says the same for that time', async () => {
  await run('clinics', NOW, (writer) => writer.clinics([aClinic({ accepting: null })]));
  const subject = { clinicId: uuid(1) };
  await run('availability', LATER, (writer) =>
    writer.availability([{ subject, accepting: false, method: '', observedAt: LATER, code: 'existptfam' }]),
  );
  const observations = 'select accepting, code, observed_at, source from availability_observation order by 3';
  const before = await rowsOf(database.url, observations);
  expect(before).toMatchObject([{ code: 'existptfam', source: 'availability' }]);
  await run('clinics', LATER, (writer) => writer.clinics([aClinic({ accepting: false })]));
  expect(await rowsOf(database.url, observations)).toEqual(before);
  await run('clinics', day(9), (writer) => writer.clinics([aClinic({ accepting: false })]));
  expect(await rowsOf(database.url, observations)).toEqual(before);
});

describe('a register', () => {
  it('that confirms doctors writes no evidence', async () => {
    await run('register', NOW, register(registrations(900)));
    await run('register', LATER, register(registrations(900)));
    expect(await previousFacts()).toEqual([]);
    const { directoryAt } = await load();
    const { evidence } = directoryAt(LATER).getDoctorEvidence('900001').value;
    expect(evidence.map(({ field, state, observedAt }) => [field, state, observedAt])).toEqual(
      ['registration', 'specialties', 'languages', 'practice'].map((field) => [
        field,
        'confirmed',
        LATER.toISOString(),
      ]),
    );
  });

  it('that changes a doctor leaves what it said before', async () => {
    await run('register', NOW, register(registrations(900)));
    const [first, ...others] = registrations(900);
    const changed = { ...first!, specialties: ['Dermatology'] };
    await run('register', LATER, register([changed, ...others]));
    const expected = [{ facts: { specialties: ['Cardiology', 'Internal Medicine'] } }];
    expect(await previousFacts()).toEqual(expected);
    const { directoryAt } = await load();
    expect(directoryAt(LATER).getDoctorEvidence('900001').value.evidence[1]).toMatchObject({
      value: ['Dermatology'],
      previous: ['Cardiology', 'Internal Medicine'],
    });
  });
});

describe('a correction', () => {
  const phone = async (id = uuid(1)) => {
    const { directoryAt } = await load();
    const { evidence } = directoryAt(day(3)).getClinicEvidence(id).value;
    return evidence
      .filter(({ field }) => field === 'phone')
      .map(({ value, method, state, expiresAt, previous }) => ({
        value,
        method,
        state,
        expiresAt,
        previous,
      }));
  };
  const correction = {
    kind: 'correct',
    record: 'clinic',
    key: uuid(1),
    given: { phone: '416-555-0177' },
    fields: { phone: '+1-416-555-0177' },
    why: 'A caller said so.',
    by: 'ada',
    until: null,
  } as const;
  const said = { value: '+1-416-555-0101', method: 'clinic_attested', state: 'confirmed' };

  it('is the evidence of what it says until it is withdrawn, also after an import', async () => {
    await run('clinics', NOW, (writer) => writer.clinics([aClinic()]));
    await run('corrections', day(1), (writer) => writer.correct(correction));
    const corrected = { value: '+1-416-555-0177', method: 'correction', state: 'confirmed' };
    const expected = [{ ...corrected, expiresAt: null, previous: '+1-416-555-0101' }, said];
    expect(await phone()).toMatchObject(expected);
    await run('clinics', day(2), (writer) => writer.clinics([aClinic()]));
    expect(await phone()).toMatchObject(expected);
    await run('corrections', day(3), (writer) => writer.withdraw(1, 'ada', 'It was wrong.'));
    expect(await phone()).toMatchObject([{ ...said, previous: null }]);
  });

  it.each(['+1-416-555-0177', ''])('to "%s" leaves the number that the register says', async (corrected) => {
    await run('register', NOW, register([aRegistration()]));
    const { id: key } = (await load()).clinics[0]!;
    const fields = { phone: corrected };
    await run('corrections', day(1), (writer) =>
      writer.correct({ ...correction, key, given: fields, fields }),
    );
    expect(await phone(key)).toMatchObject([
      { value: corrected || null, method: 'correction' },
      { value: '+1-416-555-0120', method: 'register' },
    ]);
  });

  it('of a doctor is the evidence of that fact only', async () => {
    await run('register', NOW, register([aRegistration()]));
    const fields = { languages: ['Tamil'] };
    await run('corrections', day(1), (writer) =>
      writer.correct({
        ...correction,
        record: 'doctor',
        key: '900001',
        given: { languages: 'Tamil' },
        fields,
      }),
    );
    const { directoryAt } = await load();
    const { evidence } = directoryAt(day(1)).getDoctorEvidence('900001').value;
    expect(evidence.map(({ field, method }) => [field, method])).toEqual([
      ['registration', 'register'],
      ['specialties', 'register'],
      ['languages', 'correction'],
      ['practice', 'register'],
    ]);
  });
});
