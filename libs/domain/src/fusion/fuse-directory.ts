import type { EvidenceMethod } from '../records/evidence.js';
import { addressKeys, compareText } from '../text/index.js';
import { sameBecauseAmong } from './alike.js';
import { choosePlace, type PlaceHint } from './choose-place.js';
import {
  type ClinicFields,
  type ClinicStatement,
  type FusedClinic,
  fuseClinic,
  methodRank,
} from './fuse-clinic.js';
import { type ClinicDecisions, type ClinicMember, NO_DECISIONS, resolveClinics } from './resolution.js';
import { withSince } from './said.js';
import type { SourceRecord, SourceState } from './source-record.js';

/** What a register says about a doctor. `Own` are the fields of which the register alone decides. */
export interface DoctorFields<Own = unknown> {
  readonly own: Own;
  /** Whether the registration is active. */
  readonly isActive: boolean;
  /** The keys of the practice addresses, the primary one first: each is the key of a clinic's record of the same source. */
  readonly places: readonly string[];
  /** What the register says of them for this doctor, in the same order; absent where it says nothing. */
  readonly hints?: readonly PlaceHint[];
}

/** A source, with what it said about clinics and doctors. */
export interface NamedSource<Own = unknown> {
  readonly name: string;
  readonly method: EvidenceMethod;
  readonly clinics: SourceState<ClinicFields>;
  readonly doctors: SourceState<DoctorFields<Own>>;
}

export interface DirectoryClinic extends FusedClinic {
  readonly id: string;
  /** The references of the records that it was made from, the founding one first. */
  readonly members: readonly string[];
}

export interface DirectoryDoctor<Own = unknown> {
  readonly own: Own;
  readonly isListed: boolean;
  /** The ids of the clinics, the primary one first. */
  readonly clinics: readonly string[];
}

/** The directory as its sources describe it. */
export interface FusedDirectory<Own = unknown> {
  readonly clinics: ReadonlyMap<string, DirectoryClinic>;
  /** Ids of records that another clinic answers for, with the id of that clinic. */
  readonly answeredBy: ReadonlyMap<string, string>;
  readonly doctors: ReadonlyMap<string, DirectoryDoctor<Own>>;
}

/** Returns the reference of a record among those of all sources. */
export function recordRef({ source, key }: Pick<SourceRecord, 'source' | 'key'>): string {
  return `${source}/${key}`;
}

/**
 * Returns the directory that follows from what sources say and operators decided. It does not depend on the order of
 * the imports. This is the definition; imports compute the same for the records that they change.
 */
export function fuseDirectory<Own>(
  sources: readonly NamedSource<Own>[],
  decisions: ClinicDecisions = NO_DECISIONS,
): FusedDirectory<Own> {
  const said = sources.flatMap(statementsOf);
  const members = said.map(memberOf);
  const placesOf = placesAmong(said, members);
  const statements = said.map(withUse(sources, placesOf));
  const byRef = new Map(statements.map((statement) => [recordRef(statement), statement]));
  const resolved = resolveClinics(members, decisions);
  const clinics = new Map<string, DirectoryClinic>();
  const answeredBy = new Map<string, string>();
  const clinicOf = new Map<string, string>();
  for (const { id, members } of resolved) {
    const refs = members.map(({ ref }) => ref);
    clinics.set(id, {
      id,
      members: refs,
      ...fuseClinic(
        refs.map((ref) => byRef.get(ref)!),
        ({ key }) => key !== id && decisions.merged.has(key),
      ),
    });
    for (const member of members) {
      clinicOf.set(member.ref, id);
      if (member.id !== id) answeredBy.set(member.id, id);
    }
  }
  const doctors = sources
    .toSorted((a, b) => methodRank(a.method) - methodRank(b.method) || compareText(a.name, b.name))
    .flatMap((source) => doctorsOf(source, clinicOf, placesOf));
  // Of several sources with one doctor, the best counts.
  return { clinics, answeredBy, doctors: new Map(doctors.toReversed()) };
}

function statementsOf({ name, method, clinics }: NamedSource): readonly ClinicStatement[] {
  const times = clinics.extracts.map(({ at }) => at);
  return [...clinics.records.values()].map((record) => ({
    ...record,
    source: name,
    method,
    fields: withSince(record.fields, times),
  }));
}

type Doctor<Own = unknown> = SourceRecord<DoctorFields<Own>>;
/** Returns the references of the clinics' records where a doctor practices, the primary one first. */
type PlacesOf = (doctor: Doctor) => readonly string[];

/** Returns where doctors practice: at the places that a register names, or at the clinic there that it means. */
function placesAmong(said: readonly ClinicStatement[], members: readonly ClinicMember[]): PlacesOf {
  const sameBecause = sameBecauseAmong(members);
  const byRef = new Map(members.map((member) => [member.ref, member]));
  const listed = new Set(said.filter((record) => record.listed.value).map(recordRef));
  const candidates = members.filter(({ ref, listedBy }) => listedBy !== null && listed.has(ref));
  return ({ source, fields: { places, hints } }) =>
    (places?.value ?? []).map((key, index) => {
      const ref = recordRef({ source, key });
      const [place, hint] = [byRef.get(ref), hints?.value?.[index]];
      if (!place || !hint) return ref;
      const there = candidates.filter((other) => sameBecause({ ...place, name: null }, other));
      return choosePlace(hint, there)?.ref ?? ref;
    });
}

/** Returns the function that lists the places of registers while an active registration is there, and only then. */
function withUse(sources: readonly NamedSource[], placesOf: PlacesOf) {
  const naming = new Set(sources.filter(({ doctors }) => doctors.records.size > 0).map(({ name }) => name));
  const used = new Set(
    sources.flatMap(({ doctors }) => [...doctors.records.values()].filter(isActive).flatMap(placesOf)),
  );
  return (record: ClinicStatement): ClinicStatement => {
    const isPlace = naming.has(record.source);
    return isPlace ? { ...record, listed: { ...record.listed, value: used.has(recordRef(record)) } } : record;
  };
}

function isActive<Own>({ listed, fields }: SourceRecord<DoctorFields<Own>>): boolean {
  return listed.value && fields.isActive?.value === true;
}

function memberOf(statement: ClinicStatement): ClinicMember {
  const { key, method, firstListed, fields } = statement;
  const { address = '', postalCode = '' } = fields.address?.value ?? {};
  const keys = addressKeys(address, postalCode);
  const position = fields.position?.value ?? null;
  return {
    ref: recordRef(statement),
    listedBy: fields.origin?.value === 'register' ? null : statement.source,
    id: key,
    name: fields.name?.value ?? null,
    addressKey: keys.address,
    placeKey: keys.place,
    position: position?.positionSource === 'source' ? position : null,
    phone: fields.phone?.value ?? '',
    firstListed,
    rank: methodRank(method),
  };
}

function doctorsOf<Own>(
  { doctors }: NamedSource<Own>,
  clinicOf: ReadonlyMap<string, string>,
  placesOf: PlacesOf,
): readonly (readonly [string, DirectoryDoctor<Own>])[] {
  return [...doctors.records.values()].flatMap((record) => {
    const { own } = record.fields;
    if (!own) return [];
    const clinics = [...new Set(placesOf(record).flatMap((ref) => clinicOf.get(ref) ?? []))];
    return [[record.key, { own: own.value, isListed: isActive(record), clinics }] as const];
  });
}
