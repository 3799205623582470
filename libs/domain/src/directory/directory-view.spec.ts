import { aClinic, aDirectory, aDoctor, NOW, uuid } from '../../test/builders.js';

const long = new Date('2026-01-01T00:00:00Z');
const directory = aDirectory({
  clinics: [aClinic({ accepting: true }), aClinic({ id: uuid(2) })],
  doctors: [
    aDoctor({ registrationNumber: '1', specialties: ['Pediatrics', 'Cardiology'], languages: ['Tamil'] }),
    aDoctor({ registrationNumber: '2', specialties: ['Pediatrics'], confirmedAt: long }),
    aDoctor({
      registrationNumber: '3',
      specialties: ['Allergy'],
      confirmedAt: null,
      clinicIds: [uuid(2), uuid(1)],
    }),
    aDoctor({ registrationNumber: '4', specialties: ['Urology'], languages: ['Urdu'], expiredAt: NOW }),
  ],
});

describe('getSummary', () => {
  it('counts listed doctors', () => {
    expect(directory.getSummary().value).toEqual({
      totalDoctors: 3,
      acceptingNewPatients: 2,
      bySpecialty: [
        { specialty: 'Pediatrics', count: 2 },
        { specialty: 'Allergy', count: 1 },
        { specialty: 'Cardiology', count: 1 },
      ],
      dataFreshness: { fresh: 1, stale: 1, unknown: 1, coveragePct: 66.7 },
    });
  });

  it('answers for an empty directory', () => {
    expect(aDirectory({ clinics: [] }).getSummary().value).toEqual({
      totalDoctors: 0,
      acceptingNewPatients: 0,
      bySpecialty: [],
      dataFreshness: { fresh: 0, stale: 0, unknown: 0, coveragePct: 0 },
    });
  });
});

describe('listSpecialties and listLanguages', () => {
  it('count listed doctors, most common value first, then by name', () => {
    expect(directory.listSpecialties().value).toEqual({
      specialties: [
        { value: 'Pediatrics', doctorCount: 2 },
        { value: 'Allergy', doctorCount: 1 },
        { value: 'Cardiology', doctorCount: 1 },
      ],
      total: 3,
      count: 3,
    });
    expect(directory.listLanguages().value).toEqual({
      languages: [
        { value: 'English', doctorCount: 2 },
        { value: 'Tamil', doctorCount: 1 },
      ],
      total: 2,
      count: 2,
    });
  });

  it('return the number of doctors that the filter finds', () => {
    for (const { value, doctorCount } of directory.listSpecialties().value.specialties)
      expect(directory.listDoctors({ specialties: [value] }).value.total).toBe(doctorCount);
    for (const { value, doctorCount } of directory.listLanguages().value.languages)
      expect(directory.listDoctors({ languages: [value] }).value.total).toBe(doctorCount);
  });

  it('return the warnings of the query', () => {
    expect(directory.listSpecialties({ warnings: ['A warning.'] }).value.warnings).toEqual(['A warning.']);
    expect(directory.listLanguages({ warnings: [] }).value).not.toHaveProperty('warnings');
  });
});
