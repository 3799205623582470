import { GENDERS } from '@care-atlas/domain/records';
import { readOpenData } from '../open-data.js';
import { sampleDirectory } from '../sample-directory.js';
import type { SampleDoctor } from './sample-doctor.js';

const NOW = new Date('2026-11-20T15:27:31.123Z');
const NAME = /^Dr\. [\p{L}\p{M}'’. -]+$/u;
const BOOKING = /^(https:\/\/[a-z0-9-]+\.example\/book)?$/;

const data = readOpenData();
const sample = sampleDirectory({ doctors: 5_000, now: NOW });
const doctors = [...sample.doctors()];
const clinicById = new Map(sample.clinics.map((clinic) => [clinic.id, clinic]));

/** Those doctors that break a rule: none, where it holds. */
function except(
  holds: (doctor: SampleDoctor) => boolean,
  all: readonly SampleDoctor[] = doctors,
): SampleDoctor[] {
  return all.filter((doctor) => !holds(doctor));
}

function areDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

describe('a sample doctor', () => {
  it('has consecutive registration numbers from 900001', () => {
    expect(doctors.map(({ registrationNumber }) => registrationNumber)).toEqual(
      Array.from({ length: 5_000 }, (_, index) => String(900_001 + index)),
    );
  });

  it('has a title and a name in letters', () => {
    expect(except(({ name }) => NAME.test(name))).toEqual([]);
  });

  it('has a gender that the directory knows, or none', () => {
    const known: readonly string[] = [...GENDERS, ''];
    expect(except(({ gender }) => known.includes(gender))).toEqual([]);
  });

  it('is a trainee only early in the career, and has a time with what is known of the registration', () => {
    const trainees = doctors.filter(({ registration }) => registration.class === 'Postgraduate Education');
    expect(trainees.length).toBeGreaterThan(50);
    expect(except(({ practisingSince }) => practisingSince > '2021-11', trainees)).toEqual([]);
    const isTimed = ({ registration: { class: words, asOf } }: SampleDoctor) =>
      (words === '') === (asOf === null);
    expect(except(isTimed)).toEqual([]);
  });

  it('has one or two specialties of the directory', () => {
    const known = new Set(data.specialties);
    expect(except(({ specialties }) => specialties.every((name) => known.has(name)))).toEqual([]);
    expect(
      except(({ specialties }) => [1, 2].includes(specialties.length) && areDistinct(specialties)),
    ).toEqual([]);
  });

  it('speaks one to five languages of the directory', () => {
    expect(except(({ languages }) => languages.every((name) => data.speakers.has(name)))).toEqual([]);
    expect(except(({ languages }) => languages.length >= 1 && languages.length <= 5)).toEqual([]);
    expect(except(({ languages }) => areDistinct(languages))).toEqual([]);
  });

  it('practices at one or two clinics, and is booked at the first', () => {
    expect(except(({ clinicIds }) => clinicIds.every((id) => clinicById.has(id)))).toEqual([]);
    expect(except(({ clinicIds }) => [1, 2].includes(clinicIds.length) && areDistinct(clinicIds))).toEqual(
      [],
    );
    expect(except(({ booking }) => BOOKING.test(booking.online))).toEqual([]);
    const elsewhere = except(({ clinicIds, booking }) => {
      const { phone, website } = clinicById.get(clinicIds[0]!)!;
      return booking.phone === phone && ['', `${website}/book`].includes(booking.online);
    });
    expect(elsewhere).toEqual([]);
  });

  it('needs no referral in family medicine, and is never booked by referral only without one', () => {
    const family = doctors.filter(({ specialties }) => specialties[0] === 'Family Medicine');
    expect(except(({ referralRequired }) => !referralRequired, family)).toEqual([]);
    expect(except(({ referralRequired, booking }) => referralRequired || !booking.referralOnly)).toEqual([]);
  });

  it('began to practice in the last 52 years', () => {
    expect(except(({ practisingSince }) => /^\d{4}-\d\d-\d\d$/.test(practisingSince))).toEqual([]);
    expect(except((d) => d.practisingSince >= '1974-11-20' && d.practisingSince <= '2026-11-20')).toEqual([]);
  });

  it('was synchronized, confirmed and expired by nightly runs of the past, in order', () => {
    const moments = doctors.flatMap((doctor) =>
      [doctor.syncedAt, doctor.confirmedAt ?? [], doctor.expiredAt ?? []].flat(),
    );
    expect(moments.filter((at) => !at.toISOString().endsWith('T04:10:00.000Z') || at > NOW)).toEqual([]);
    expect(except(({ confirmedAt, syncedAt }) => !confirmedAt || confirmedAt <= syncedAt)).toEqual([]);
    expect(except(({ confirmedAt, expiredAt }) => !expiredAt || confirmedAt! < expiredAt)).toEqual([]);
  });

  it('was confirmed yesterday, not later today, just before the nightly run', () => {
    const now = new Date('2026-11-20T04:09:59.999Z');
    const made = [...sampleDirectory({ doctors: 100, now }).doctors()];
    const last = Math.max(...made.map(({ syncedAt }) => syncedAt.getTime()));
    expect(new Date(last)).toEqual(new Date('2026-11-19T04:10:00Z'));
  });
});
