import type { ClinicRecord } from '@care-atlas/domain/records';
import { isNearSubway } from '@care-atlas/domain/rules';
import { fold } from '@care-atlas/domain/text';
import { isInBox } from './clinic-position.js';
import { readOpenData } from '../open-data.js';
import { sampleDirectory } from '../sample-directory.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const PHONE = /^\+1-(416|647|905|289)-555-01\d\d$/;
const ADDRESS =
  /^\d+ [A-Z][a-z]+ [A-Z][a-z]+(, (Suite|Unit) \d+)?, [A-Z][A-Za-z -]+, ON [A-Z]\d[A-Z] \d[A-Z]\d$/;
const POSTAL_CODE = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d$/;
const WEBSITE = /^(https:\/\/[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.example)?$/;

const data = readOpenData();
const area = new Map(data.areas.map((postal) => [postal.prefix, postal]));
const sample = sampleDirectory({ doctors: 25_000, now: new Date('2026-11-20T15:27:31Z') });
const { clinics } = sample;

/** Those clinics that break a rule: none, where it holds. */
function except(holds: (clinic: ClinicRecord) => boolean): ClinicRecord[] {
  return clinics.filter((clinic) => !holds(clinic));
}

function postalArea({ postalCode }: ClinicRecord) {
  return area.get(postalCode.slice(0, 3))!;
}

function ending(clinic: ClinicRecord): string {
  return `, ${postalArea(clinic).municipality}, ON ${clinic.postalCode}`;
}

describe('a sample clinic', () => {
  it('has a unique UUID', () => {
    expect(new Set(clinics.map(({ id }) => id)).size).toBe(clinics.length);
    expect(except(({ id }) => UUID.test(id))).toEqual([]);
  });

  it('is marked as invented', () => {
    expect(except(({ name, origin }) => name.endsWith(' (sample)') && origin === 'sample')).toEqual([]);
  });

  it('has no name of a real facility', () => {
    const real = data.facilityNames.map(fold);
    expect(real).toContain('sunnybrook health sciences centre - bayview campus');
    const all = real.join('\n');
    expect(except(({ name }) => !all.includes(fold(name.replace(/ \(sample\)$/, ''))))).toEqual([]);
  });

  it('has a well-formed address in the municipality of its postal area', () => {
    expect(except(({ address }) => ADDRESS.test(address))).toEqual([]);
    expect(except(({ postalCode }) => POSTAL_CODE.test(postalCode))).toEqual([]);
    expect(except((clinic) => clinic.address.endsWith(ending(clinic)))).toEqual([]);
  });

  it('has a telephone number of the fictional range and a website under a reserved domain', () => {
    expect(except(({ phone }) => PHONE.test(phone))).toEqual([]);
    expect(except(({ website }) => WEBSITE.test(website))).toEqual([]);
  });

  it('lies in the Greater Toronto Area', () => {
    expect(except(isInBox)).toEqual([]);
  });

  it('lies at the center of its postal area when it has no own position', () => {
    const misplaced = except((clinic) => {
      const { lat, lng } = postalArea(clinic).center;
      return (clinic.positionSource === 'postal-area') === (clinic.lat === lat && clinic.lng === lng);
    });
    expect(misplaced).toEqual([]);
  });

  it('is near the subway by the rule of the domain', () => {
    expect(except((clinic) => clinic.nearSubway === isNearSubway(clinic, sample.stations))).toEqual([]);
  });

  it('is of a type that follows its doctors', () => {
    const familyAt = new Map<string, boolean[]>();
    for (const { clinicIds, specialties } of sample.doctors()) {
      const at = familyAt.get(clinicIds[0]!) ?? [];
      at.push(specialties[0] === 'Family Medicine');
      familyAt.set(clinicIds[0]!, at);
    }
    const ofFamily: Readonly<Record<ClinicRecord['type'], boolean>> = {
      'family-practice': true,
      'walk-in': true,
      'community-health-centre': true,
      specialist: false,
      'hospital-outpatient': false,
    };
    expect(except(({ id, type }) => familyAt.get(id)!.includes(ofFamily[type]))).toEqual([]);
  });
});
