import { loadDataset } from '@care-atlas/data/directory';
import { FULL_SIZES } from '@care-atlas/domain/access';
import { Directory } from '@care-atlas/domain/directory';
import { ReadModelBuilder } from '@care-atlas/domain/read-model';
import type { ClinicRecord, DoctorRecord } from '@care-atlas/domain/records';
import { AsOf, type DoctorAtClinic, isListed } from '@care-atlas/domain/rules';
import { fold } from '@care-atlas/domain/text';
import { createTestDatabase } from '@care-atlas/local-postgres/test-database';
import { Client } from 'pg';
import { RandomQueries, seeded } from '../../tools/src/queries/random-query.js';
import { loadSample } from '../../tools/src/sample/load-sample.js';
import type { Oracle } from './sql-oracle.js';

const DOCTORS = 1_500;
export const NOW = new Date('2026-11-20T11:30:00Z');
export const TODAY = '2026-11-20';
export const AS_OF = new AsOf(NOW);
/** The earliest confirmation that is fresh. */
export const FRESH_SINCE = '2026-10-21T05:00:00Z';
/** Answers of one page. */
export const WHOLE = { ...FULL_SIZES, pageDefault: 1_000_000, pageMaximum: 1_000_000 };

export const CLOSED_CLINICS = 40;
// The sample has expired doctors and every kind of freshness, but no closed clinic. These clinics close and all their
// doctors expire.
const CLOSE_SOME = `
  with closing as (select id from clinic order by id limit ${CLOSED_CLINICS}),
  staff as (
    select registration_number from doctor where primary_clinic_id in (select id from closing)
    union select registration_number from additional_location where clinic_id in (select id from closing)),
  expiring as (update doctor set expired_at = $1 where registration_number in (select * from staff))
  update clinic set closed_at = $1 where id in (select id from closing)`;
/** Observations by every method, with and without a date, within their lives and beyond. */
const AGE_SOME = `
  update availability_observation set method = (array['phone', 'web', 'patient', 'register', 'clinic', ''])[1 + id % 6],
    observed_at = timestamptz '${NOW.toISOString()}' - make_interval(hours => 36 * (id % 160)::integer);
  update clinic set accepting_observed_at = observation.observed_at, accepting_method = observation.method
  from availability_observation observation where observation.clinic_id = clinic.id;
  update specialty_service
  set observed_at = timestamptz '${NOW.toISOString()}' - make_interval(hours => 24 * (specialty_id * 37 % 250));
  update availability_observation set since = case when id % 2 = 0 then observed_at end;
  update evidence set since = service.observed_at from specialty_service service
  where record = 'service' and key = concat(clinic_id, ' ', specialty_id)`;
/** The evenings of some clinics go on after midnight. */
const SOME_NIGHTS = `update opening_interval set closes = 1380 + 60 * weekday where closes >= 1080 and clinic_id::text < '8'`;
/** Sources with a newer and an older extract, without a time, with failed runs, and with and without stated facts. */
const MORE_SOURCES = `
  with stated as (insert into source (name, publisher, licence, attribution) values
    ('clinics', 'City of Toronto', null, '© City'), ('Zone', '', 'ODbL 1.0', ''), ('failed', 'Nobody', '', ''))
  insert into sync_run (id, source, status, started_at, extracted_at)
  select gen_random_uuid(), source, status, started_at::timestamptz, extracted_at::timestamptz from (values
    ('clinics', 'succeeded', '2026-10-03T08:00:00Z', '2026-10-02T01:02:03.456Z'),
    ('clinics', 'succeeded', '2026-10-04T08:00:00Z', '2026-10-01T00:00:00Z'),
    ('clinics', 'failed', '2026-10-05T08:00:00Z', '2026-10-05T00:00:00Z'),
    ('Zone', 'succeeded', '2026-09-03T08:00:00Z', null), ('city-list', 'succeeded', '2026-09-04T08:00:00Z', null),
    ('failed', 'failed', '2026-09-03T08:00:00Z', null), ('corrections', 'succeeded', '2026-11-03T08:00:00Z', null)
  ) run (source, status, started_at, extracted_at)`;

/** A sample directory in PostgreSQL, in the read model, and as records. */
export class ParityDirectory {
  readonly clinics = new Map<string, ClinicRecord>();
  readonly doctors: DoctorRecord[] = [];
  /** The listed doctors of each clinic. */
  readonly staff = new Map<string, DoctorAtClinic[]>();
  /** The sample, as the read model answers. */
  directory: Directory;

  private constructor(
    private readonly database: Awaited<ReturnType<typeof createTestDatabase>>,
    readonly client: Client,
  ) {}

  static async open(): Promise<ParityDirectory> {
    const database = await createTestDatabase();
    await loadSample(database.url, DOCTORS, NOW);
    const client = new Client(database.url);
    await client.connect();
    await client.query(
      'create extension cube; create extension earthdistance; create extension fuzzystrmatch',
    );
    await client.query(CLOSE_SOME, [NOW]);
    await client.query(AGE_SOME);
    await client.query(SOME_NIGHTS);
    await client.query(MORE_SOURCES);
    const parity = new ParityDirectory(database, client);
    await parity.#load(database.url);
    return parity;
  }

  async close(): Promise<void> {
    await this.client.end();
    await this.database.drop();
  }

  /** Returns random queries about the records, the same ones for the same seed. */
  queries(seed: number): RandomQueries {
    return new RandomQueries(seeded(seed), {
      specialties: this.directory.listSpecialties().value.specialties.map(({ value }) => value),
      languages: this.directory.listLanguages().value.languages.map(({ value }) => value),
      names: this.doctors.map((doctor) => fold(doctor.name)),
      registrationNumbers: this.doctors.map((doctor) => doctor.registrationNumber),
      clinics: [...this.clinics.keys()],
    });
  }

  async rowsOf<Row extends object>({ sql, values }: Oracle): Promise<Row[]> {
    return (await this.client.query<Row>(sql, [...values])).rows;
  }

  async #load(databaseUrl: string): Promise<void> {
    const { clinics, doctors } = this;
    const builder = await loadDataset(databaseUrl, (about) => {
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
      for (const id of doctor.clinicIds) this.staff.set(id, [...(this.staff.get(id) ?? []), at]);
    }
    const model = builder.build();
    this.directory = new Directory(
      () => model,
      () => NOW,
    );
  }
}
