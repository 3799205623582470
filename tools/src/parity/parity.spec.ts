import { loadDataset } from '@care-atlas/data/dataset-loader';
import type { Answer } from '@care-atlas/domain/answer';
import type { ClinicRecord } from '@care-atlas/domain/clinic';
import { clinicCriteria, doctorCriteria } from '@care-atlas/domain/criteria';
import { MemoryDirectory } from '@care-atlas/domain/memory-directory';
import type { DoctorRecord } from '@care-atlas/domain/doctor';
import { clinicMatches, type DoctorAtClinic, doctorMatches, isListed } from '@care-atlas/domain/match';
import {
  ClinicQuery,
  DoctorQuery,
  DoctorSearchQuery,
  type Query,
  SpecialistQuery,
} from '@care-atlas/domain/query';
import { QueryReader } from '@care-atlas/domain/query-reader';
import { ReadModelBuilder } from '@care-atlas/domain/read-model';
import { fold } from '@care-atlas/domain/text';
import { FULL_SIZES } from '@care-atlas/domain/tier';
import { Client } from 'pg';
import { useTestDatabase } from '../stage/use-test-database.js';
import { type Parameters, RandomQueries, seeded } from './random-query.js';
import { clinicOracle, doctorOracle, type Oracle, specialistOracle } from './sql-oracle.js';

const DOCTORS = 1_500;
const QUERIES = 500;
const SEED = 20_261_120;
const NOW = new Date('2026-11-20T11:30:00Z');
const TODAY = '2026-11-20';
const WHOLE = { ...FULL_SIZES, pageDefault: 1_000_000, pageMaximum: 1_000_000 };

let client: Client;
afterAll(() => client?.end());
const database = useTestDatabase(DOCTORS, NOW);
let directory: MemoryDirectory;
let queries: RandomQueries;
const clinics = new Map<string, ClinicRecord>();
const doctors: DoctorRecord[] = [];
/** The listed doctors of each clinic. */
const staff = new Map<string, DoctorAtClinic[]>();

beforeAll(async () => {
  const builder = await loadDataset(database.url, (about) => {
    const sink = new ReadModelBuilder(about);
    return Object.assign(sink, {
      addClinic(clinic: ClinicRecord) {
        clinics.set(clinic.id, clinic);
        ReadModelBuilder.prototype.addClinic.call(sink, clinic);
      },
      addDoctor(doctor: DoctorRecord) {
        doctors.push(doctor);
        ReadModelBuilder.prototype.addDoctor.call(sink, doctor);
      },
    });
  });
  for (const doctor of doctors.filter(isListed)) {
    const at = { doctor, clinic: clinics.get(doctor.clinicIds[0]!)! };
    for (const id of doctor.clinicIds) staff.set(id, [...(staff.get(id) ?? []), at]);
  }
  const model = builder.build();
  directory = new MemoryDirectory(
    () => model,
    () => NOW,
  );
  queries = new RandomQueries(seeded(SEED), {
    specialties: directory.specialties().value.specialties.map(({ value }) => value),
    languages: directory.languages().value.languages.map(({ value }) => value),
    names: doctors.map((doctor) => fold(doctor.name)),
    registrationNumbers: doctors.map((doctor) => doctor.registrationNumber),
  });
  client = new Client(database.url);
  await client.connect();
}, 120_000);

async function idsOf({ sql, values }: Oracle): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(sql, [...values]);
  return rows.map((row) => row.id);
}

function read<T extends Query>(described: new () => T, parameters: Parameters): T {
  return new QueryReader(described).read(parameters);
}

function idsAndTotal<T extends { total: number }>(answer: Answer<T>, items: (value: T) => readonly string[]) {
  return { total: answer.value.total, ids: items(answer.value) };
}

function matchingDoctors(query: DoctorQuery): string[] {
  const criteria = doctorCriteria(query);
  return doctors
    .filter((doctor) => doctorMatches(criteria, { doctor, clinic: clinics.get(doctor.clinicIds[0]!)! }, NOW))
    .map((doctor) => doctor.registrationNumber);
}

function matchingClinics(query: ClinicQuery): string[] {
  const criteria = clinicCriteria(query);
  return [...clinics.values()]
    .filter((clinic) => clinicMatches(criteria, { clinic, doctors: staff.get(clinic.id) ?? [] }, NOW))
    .map((clinic) => clinic.id);
}

/** How many of the queries found somebody but not everybody: a test over empty answers would show little. */
let telling = 0;
beforeEach(() => (telling = 0));

describe('the plain predicate, the read model and SQL mean the same', () => {
  it(`on ${QUERIES} random queries for doctors`, async () => {
    for (let i = 0; i < QUERIES; i++) {
      const parameters = i % 3 === 0 ? queries.search() : queries.doctors();
      const query = 'q' in parameters ? read(DoctorSearchQuery, parameters) : read(DoctorQuery, parameters);
      const ids = await idsOf(doctorOracle(parameters, TODAY));
      const answer = idsAndTotal(directory.listDoctors(query, WHOLE), (value) =>
        value.doctors.map((d) => d.cpsoNumber),
      );
      expect({ parameters, ...answer }).toEqual({ parameters, total: ids.length, ids });
      expect({ parameters, ids: matchingDoctors(query) }).toEqual({ parameters, ids });
      if (ids.length > 0 && ids.length < doctors.length / 2) telling++;
    }
    expect(telling).toBeGreaterThan(QUERIES / 4);
  }, 120_000);

  it(`on ${QUERIES} random queries for clinics`, async () => {
    for (let i = 0; i < QUERIES; i++) {
      const parameters = queries.clinics();
      const query = read(ClinicQuery, parameters);
      const ids = await idsOf(clinicOracle(parameters, TODAY));
      const answer = idsAndTotal(directory.listClinics(query, WHOLE), (value) =>
        value.clinics.map((c) => c.id),
      );
      expect({ parameters, ...answer }).toEqual({ parameters, total: ids.length, ids });
      expect({ parameters, ids: matchingClinics(query).toSorted() }).toEqual({
        parameters,
        ids: ids.toSorted(),
      });
      if (ids.length > 0 && ids.length < clinics.size / 2) telling++;
    }
    expect(telling).toBeGreaterThan(QUERIES / 4);
  }, 120_000);

  it(`on ${QUERIES} random queries for specialists`, async () => {
    for (let i = 0; i < QUERIES; i++) {
      const parameters = queries.specialists();
      const ids = await idsOf(specialistOracle(parameters, TODAY));
      const answer = directory.listSpecialists(read(SpecialistQuery, parameters), WHOLE);
      const found = idsAndTotal(answer, (value) => value.clinics.map((c) => c.id));
      expect({ parameters, ...found }).toEqual({ parameters, total: ids.length, ids });
      if (ids.length > 0) telling++;
    }
    expect(telling).toBeGreaterThan(QUERIES / 10);
  }, 120_000);
});

describe('paging', () => {
  it('over the whole directory shows each doctor once, in the order of the whole list', () => {
    const whole = directory.listDoctors({}, WHOLE).value.doctors.map((doctor) => doctor.cpsoNumber);
    const paged: string[] = [];
    for (let offset = 0; offset < whole.length; offset += 17) {
      const page = directory.listDoctors({ limit: 17, offset }).value;
      expect(page.total).toBe(whole.length);
      paged.push(...page.doctors.map((doctor) => doctor.cpsoNumber));
    }
    expect(paged).toEqual(whole);
    expect(new Set(paged).size).toBe(doctors.filter(isListed).length);
  });

  it('over clinics by distance shows each clinic once', () => {
    const place = { lat: 43.6629, lng: -79.3957 };
    const paged: string[] = [];
    for (let offset = 0; offset < clinics.size; offset += 13) {
      paged.push(
        ...directory.listClinics({ ...place, limit: 13, offset }).value.clinics.map((clinic) => clinic.id),
      );
    }
    expect(paged).toEqual(directory.listClinics(place, WHOLE).value.clinics.map((clinic) => clinic.id));
    expect(new Set(paged).size).toBe(clinics.size);
  });
});
