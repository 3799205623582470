import { gunzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import type { ChangePage, Export } from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import { ReadModelBuilder, RECORD_ID } from '@care-atlas/domain/read-model';
import { CHANGE_TYPES, type ChangeType } from '@care-atlas/domain/records';
import { AsOf } from '@care-atlas/domain/rules';
import { loadDataset } from '../src/directory/loading/dataset-loader.js';
import type { ExportStore } from '../src/exports/export-store.js';

type Record = Readonly<{ [name: string]: unknown }>;
/** Records by kind, then by what identifies them. */
export type Records = Readonly<{ [Type in ChangeType]: Readonly<{ [id: string]: Record }> }>;

/** Members that depend on the clock, or say when a record was confirmed. */
const CLOCK = ['yearsOfPractice', 'dataFreshness', 'syncedAt', 'confirmedAt'];
/** Of a registration: when it was confirmed, and what the configuration of a service adds. */
const OF_TIMES = ['asOf', 'url'];
/** Members that lists do not have. */
const ONLY_EXPORTED = { doctor: ['practisingSince', 'clinicIds', 'referralRequired', 'bookingMethod'] };
const ALL = { pageDefault: 10_000, pageMaximum: 10_000, nestedReviews: 0, nestedDoctors: 10_000 };

/** A copy of the directory that does nothing but what the guide says. */
export class NaiveMirror {
  readonly #records = new Map<string, Record>();
  cursor = '';

  /** Begins with an export. */
  async begin(store: ExportStore, { datasetVersion, cursor }: Export): Promise<void> {
    this.#records.clear();
    for (const type of CHANGE_TYPES) {
      for (const record of await recordsIn(store, datasetVersion, `${type}s.ndjson.gz`))
        this.#records.set(`${type} ${RECORD_ID[type](record as never)}`, record);
    }
    this.cursor = cursor;
  }

  apply({ changes, next }: ChangePage): void {
    for (const { type, id, ...change } of changes) {
      const record = change[type];
      if (record) this.#records.set(`${type} ${id}`, record as unknown as Record);
      else this.#records.delete(`${type} ${id}`);
    }
    this.cursor = next;
  }

  /** Returns what the copy has, as lists have it. @param now as of which evidence is judged */
  listed(now: Date): Records {
    const asOf = new AsOf(now);
    const ofType = (type: ChangeType, omitted: readonly string[] = []) =>
      Object.fromEntries(
        [...this.#records]
          .filter(([key]) => key.startsWith(`${type} `))
          .map(([key, record]) => [
            key.slice(type.length + 1),
            aged(without(record, [...CLOCK, ...omitted]), asOf),
          ]),
      );
    return {
      doctor: ofType('doctor', ONLY_EXPORTED.doctor),
      clinic: ofType('clinic'),
      service: ofType('service'),
    };
  }
}

/** Returns the records of a file of an export. */
export async function recordsIn(store: ExportStore, datasetVersion: string, name: string): Promise<Record[]> {
  const file = await store.open(datasetVersion, name);
  const text = gunzipSync(await buffer(file!.read())).toString();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record);
}

/** Returns what the lists of the newest dataset have. */
export async function listedRecords(url: string, now: Date): Promise<Records> {
  const model = (await loadDataset(url, (about) => new ReadModelBuilder(about))).build();
  const directory = new Directory(
    () => model,
    () => now,
  );
  const { doctors } = directory.listDoctors({ include: ['registration'] }, ALL).value;
  const { clinics } = directory.listClinics(
    { include: ['location', 'contact', 'hours', 'availability'] },
    ALL,
  ).value;
  const details = clinics.map((clinic) => {
    const { type, hours, accessibility, doctorCount } = directory.getClinic(clinic.id, {}, ALL).value.clinic;
    return told(Object.assign(clinic, { type, hours, accessibility, doctorCount }));
  });
  const services = [...model.services.specialties()].flatMap((specialty) =>
    directory
      .listSpecialists({ specialty, include: ['availability'] }, ALL)
      .value.clinics.map(({ availability: _ofClinic, ...service }) => told(service)),
  );
  return {
    doctor: Object.fromEntries(doctors.map((doctor) => [doctor.cpsoNumber, without(doctor, CLOCK)])),
    clinic: Object.fromEntries(details.map((clinic) => [clinic['id'], clinic])),
    service: Object.fromEntries(
      services.map((service) => [`${String(service['id'])} ${String(service['specialty'])}`, service]),
    ),
  };
}

/** Evidence of one fact, in a list or in a copy. */
interface Known {
  readonly answer?: string;
  readonly code?: string;
  readonly state: string;
  readonly expiresAt?: string | null;
  readonly source?: string;
  readonly observedAt: string | null;
}

/** Returns a record of a copy with its evidence as the guide ages it. */
function aged(record: Record, asOf: AsOf): Record {
  return withEvidence(record, (fact, known) => {
    const { expiresAt } = known;
    const isExpired = fact === 'accepting' && expiresAt && asOf.time > Date.parse(expiresAt);
    return toldOf(fact, isExpired ? { ...known, answer: 'unknown', code: 'unknown' } : known);
  });
}

/** Returns a record of a list with what the feed tells of its evidence. */
function told(record: object): Record {
  return withEvidence(record as Record, toldOf);
}

function withEvidence(record: Record, shown: (fact: string, known: Known) => unknown): Record {
  const members = Object.entries(record).map(([name, value]) => {
    if (!name.toLowerCase().endsWith('availability')) return [name, value];
    const facts = Object.entries(value as Readonly<{ [fact: string]: Known }>);
    return [name, Object.fromEntries(facts.map(([fact, known]) => [fact, shown(fact, known)]))];
  });
  return Object.fromEntries(members) as Record;
}

/** The answer about new patients is told with all that it follows from; of other facts, the answer of the clinic. */
function toldOf(fact: string, { state: _state, expiresAt: _until, source: _source, ...known }: Known): unknown {
  return fact === 'accepting' ? known : (known.answer ?? null);
}

function without(record: object, names: readonly string[]): Record {
  const members = Object.entries(record).filter(([name]) => !names.includes(name));
  return Object.fromEntries(
    members.map(([name, value]) => [
      name,
      name === 'registration' ? without(value as object, OF_TIMES) : value,
    ]),
  );
}
