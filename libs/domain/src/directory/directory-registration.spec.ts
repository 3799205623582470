import { aClinic, aDirectory, aDoctor, aService, open, uuid } from '../../test/builders.js';
import type { DoctorExtra } from '../contract/queries/query.js';
import { UNKNOWN_REGISTRATION } from '../records/registration.js';

const asOf = new Date('2026-11-20T04:00:00Z');
const independent = { class: 'Independent Practice', restrictions: 'no', asOf } as const;
const trainee = { class: 'Postgraduate Education', restrictions: 'unknown', asOf } as const;
const restricted = { class: 'Restricted', restrictions: 'unknown', asOf } as const;
const strange = { class: 'Class "4"', restrictions: 'yes', asOf } as const;

const doctors = [independent, trainee, restricted, strange, UNKNOWN_REGISTRATION].map((registration, i) =>
  aDoctor({ registrationNumber: String(900_001 + i), clinicIds: [uuid(1 + (i % 2))], registration }),
);
const clinics = [
  aClinic({ openingHours: open([7], 9, 17) }),
  aClinic({ id: uuid(2), name: 'Second Clinic' }),
  aClinic({ id: uuid(3), name: 'Third Clinic' }),
];
const services = clinics.map(({ id }) => aService({ clinicId: id }));
const PAGE = 'https://register.example/physician?number={number}';
const directory = aDirectory({ clinics, doctors, services });
const linked = aDirectory({ clinics, doctors }, { registerPageUrl: PAGE });

const shown = (registration: object, url: string | null = null) => ({
  ...registration,
  asOf: 'asOf' in registration && registration.asOf ? asOf.toISOString() : null,
  url,
});
const EXPECTED = [
  { ...shown(independent), independent: 'yes' },
  { ...shown(trainee), independent: 'no' },
  { ...shown(restricted), independent: 'no', restrictions: 'yes' },
  { ...shown(strange), independent: 'unknown' },
  { ...shown(UNKNOWN_REGISTRATION), independent: 'unknown' },
];

describe('include=registration', () => {
  const include: DoctorExtra[] = ['registration'];

  it('adds to each item what the register says, and what it does not say as unknown', () => {
    const list = directory.listDoctors({ include }).value;
    expect(list.doctors.map(({ registration }) => registration)).toEqual(EXPECTED);
    expect(Object.keys(list.doctors[0]!.registration!)).toEqual([
      'class',
      'independent',
      'restrictions',
      'asOf',
      'url',
    ]);
    expect(directory.searchDoctors({ q: 'okafor', include }).value).toEqual(list);
  });

  it('adds nothing else, and follows the other optional members', () => {
    const [item] = directory.listDoctors({ include }).value.doctors;
    const { registration: _registration, ...others } = item!;
    expect(others).toEqual(directory.listDoctors().value.doctors[0]);
    const all = directory.listDoctors({ include: ['registration', 'contact', 'availability'] }).value
      .doctors[0]!;
    expect(Object.keys(all).slice(-4)).toEqual(['phone', 'website', 'availability', 'registration']);
  });

  it('adds it to the detail, also of an expired registration', () => {
    const expired = aDoctor({ registration: trainee, expiredAt: asOf });
    const detail = aDirectory({ doctors: [expired] }).getDoctor('900001', { include }).value.doctor;
    expect(detail.registration).toEqual(EXPECTED[1]);
    expect(directory.getDoctor('900004', { include: ['hours', 'registration'] }).value.doctor).toMatchObject({
      openingHours: null,
      registration: EXPECTED[3],
    });
    expect(directory.getDoctor('900004').value.doctor).not.toHaveProperty('registration');
  });

  it('names the page of the register, where its address is configured', () => {
    const urls = linked.listDoctors({ include }).value.doctors.map(({ registration }) => registration!.url);
    expect(urls.slice(0, 2)).toEqual([
      'https://register.example/physician?number=900001',
      'https://register.example/physician?number=900002',
    ]);
    expect(linked.getDoctor('900003', { include }).value.doctor.registration).toEqual({
      ...EXPECTED[2],
      url: 'https://register.example/physician?number=900003',
    });
  });
});

describe('independent=true', () => {
  const query = { independent: true };
  const OTHERWISE = 'that would match otherwise';
  const UNKNOWN = 'is for independent practice is not known.';

  it('keeps the doctors who are known to be, and says of how many that is not known', () => {
    const { doctors: found, total, warnings } = directory.listDoctors(query).value;
    expect(found.map(({ cpsoNumber }) => cpsoNumber)).toEqual(['900001']);
    expect(total).toBe(1);
    expect(warnings).toEqual([`2 doctors ${OTHERWISE} were left out: whether the registration ${UNKNOWN}`]);
    expect(directory.searchDoctors({ ...query, q: 'okafor' }).value.warnings).toEqual(warnings);
  });

  it('says nothing where all is known, and without the filter', () => {
    expect(directory.listDoctors({ ...query, ids: ['900001', '900002'] }).value.warnings).toBeUndefined();
    for (const off of [{}, { independent: false }])
      expect(directory.listDoctors(off).value).toMatchObject({ total: 5 });
    expect(directory.listDoctors({ independent: false }).value.warnings).toBeUndefined();
  });

  it('says both what is not known of the registration, and of the hours', () => {
    const both = directory.listDoctors({ ...query, days: ['sun'] }).value;
    expect(both.doctors.map(({ cpsoNumber }) => cpsoNumber)).toEqual(['900001']);
    expect(both.warnings).toEqual([
      `2 doctors ${OTHERWISE} were left out, because not everything is known: whether the registration is for independent practice (2); the opening hours of the primary clinic (1).`,
    ]);
    const closed = directory.listDoctors({ ...query, days: ['mon'] }).value;
    expect(closed.total).toBe(0);
  });

  it('keeps the clinics with such a doctor, and says how many only may have one', () => {
    const answer = directory.listClinics(query).value;
    expect(answer.clinics.map(({ id }) => id)).toEqual([uuid(1)]);
    const left = `${OTHERWISE} was left out: whether the registration of a doctor there ${UNKNOWN}`;
    expect(answer.warnings).toEqual([`1 clinic ${left}`]);
    const { warnings } = directory.listSpecialists({ ...query, specialty: services[0]!.specialty }).value;
    expect(warnings).toEqual([`1 service ${left}`]);
  });

  it('is a filter of the counts, too', () => {
    const { total, warnings } = directory.getFacets({ ...query, by: ['gender'] }).value;
    expect({ total, said: warnings?.length }).toEqual({ total: 1, said: 1 });
  });
});
