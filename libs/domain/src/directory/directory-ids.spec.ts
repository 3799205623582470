import { aClinic, aDoctor, NOW, uuid } from '../../test/builders.js';
import { SANDBOX_SIZES } from '../access/tier.js';
import type { ClinicQuery, DoctorQuery } from '../contract/queries/query.js';
import { ReadModelBuilder } from '../read-model/read-model.js';
import { Directory } from './directory.js';

const builder = new ReadModelBuilder({ version: '1', syncedAt: NOW });
for (const n of [1, 2, 3]) builder.addClinic(aClinic({ id: uuid(n), name: `Clinic ${n}` }));
builder.addMergedClinic(uuid(9), uuid(2));
const DOCTORS = [
  aDoctor({ registrationNumber: '11', name: 'Dr. A', clinicIds: [uuid(1), uuid(2)] }),
  aDoctor({ registrationNumber: '12', name: 'Dr. B', clinicIds: [uuid(2)], gender: 'female' }),
  aDoctor({ registrationNumber: '13', name: 'Dr. C', clinicIds: [uuid(3)], gender: 'female' }),
  aDoctor({ registrationNumber: '14', name: 'Dr. D', clinicIds: [uuid(2)], expiredAt: NOW }),
];
for (const doctor of DOCTORS) builder.addDoctor(doctor);
const model = builder.build();
const directory = new Directory(
  () => model,
  () => NOW,
);
const MERGED = `Clinic ${uuid(9)} was merged into clinic ${uuid(2)}, which this answer is about.`;

function doctors(query: DoctorQuery, sizes?: typeof SANDBOX_SIZES) {
  const { doctors: found, ...envelope } = directory.listDoctors(query, sizes).value;
  return { numbers: found.map(({ cpsoNumber }) => cpsoNumber), ...envelope };
}

function clinics(query: ClinicQuery) {
  const { clinics: found, ...envelope } = directory.listClinics(query).value;
  return { names: found.map(({ name }) => name), ...envelope };
}

describe('clinic', () => {
  it('finds who practises there, primary clinic or not', () => {
    expect(doctors({ clinic: uuid(2) })).toEqual({ numbers: ['11', '12'], total: 2, count: 2 });
    expect(directory.searchDoctors({ q: 'dr. b', clinic: uuid(2) }).value.total).toBe(1);
  });

  it('reads a merged clinic as the one that answers for it', () => {
    expect(doctors({ clinic: uuid(9) })).toEqual({
      numbers: ['11', '12'],
      total: 2,
      count: 2,
      warnings: [MERGED],
    });
  });

  it('finds nobody at an unknown one, and says so', () => {
    const warnings = [`There is no clinic with the id '${'x'.repeat(40)}…': no doctor matches.`];
    expect(doctors({ clinic: 'x'.repeat(50) })).toEqual({ numbers: [], total: 0, count: 0, warnings });
  });
});

describe('ids', () => {
  it('are answered in their order, each once', () => {
    expect(doctors({ ids: ['13', '11', '13'] })).toEqual({
      numbers: ['13', '11'],
      total: 2,
      count: 2,
      missing: [],
    });
    expect(clinics({ ids: [uuid(3), uuid(1)] }).names).toEqual(['Clinic 3', 'Clinic 1']);
  });

  it('that are not listed are missing, whatever the filters', () => {
    expect(doctors({ ids: ['14', uuid(1), '13', '0', '11'], gender: 'female' })).toEqual({
      numbers: ['13'],
      total: 1,
      count: 1,
      missing: ['14', uuid(1), '0'],
      warnings: ['1 doctor that would match otherwise was left out: the gender is not known.'],
    });
    expect(clinics({ ids: ['11', uuid(2)] })).toMatchObject({ names: ['Clinic 2'], missing: ['11'] });
  });

  it('of clinics are read in any case, and a merged one as its survivor', () => {
    expect(clinics({ ids: [uuid(9), uuid(2), uuid(1).toUpperCase()] })).toEqual({
      names: ['Clinic 2', 'Clinic 1'],
      total: 2,
      count: 2,
      missing: [],
      warnings: [MERGED],
    });
  });

  it('make a page of their number, up to the maximum of the caller', () => {
    const ids = Array.from({ length: 12 }, (_, i) => String(i + 5));
    expect(directory.listDoctors({ ids }, SANDBOX_SIZES).page).toMatchObject({ limit: 10, total: 3 });
    expect(directory.listDoctors({ ids }).page).toMatchObject({ limit: 12, total: 3 });
    expect(doctors({ ids, limit: 1, offset: 1 })).toMatchObject({ numbers: ['12'], total: 3, count: 1 });
  });
});
