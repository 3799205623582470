import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type {
  ClinicRecord as Clinic,
  DoctorRecord as Doctor,
  SpecialtyServiceRecord as Service,
} from '@care-atlas/domain/records';
import { MEANINGS, NAMED_PLACES } from './evaluation-words.js';

const EVALUATION = join(import.meta.dirname, 'directory.jsonl');
const PLACES = resolve(import.meta.dirname, '../../libs/domain/data/places.csv');
/** Friday, 10:00 in Toronto. */
const NOW = { date: '2026-11-20', day: 'fri', time: '10:00' };
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const WORKING_DAYS = DAYS.slice(0, 5);
const EVENING = 17 * 60;
const EARTH_RADIUS_KM = 6371.0088;

/** The arguments of the tools that list doctors or clinics. */
export interface ListArguments {
  readonly q?: string;
  readonly specialty?: string;
  readonly specialties?: readonly string[];
  readonly languages?: readonly string[];
  readonly gender?: string;
  readonly minYears?: number;
  readonly maxYears?: number;
  readonly accepting?: boolean;
  readonly evening?: boolean;
  readonly weekend?: boolean;
  readonly wheelchair?: boolean;
  readonly virtualVisits?: boolean;
  readonly nearTTC?: boolean;
  readonly hasWebsite?: boolean;
  readonly near?: string;
  readonly lat?: number;
  readonly lng?: number;
  readonly within?: number;
  readonly area?: readonly string[];
  readonly days?: readonly string[];
  readonly openAt?: string;
  readonly open?: 'now';
  readonly clinicType?: readonly string[];
  readonly sort?: 'name' | 'distance' | 'wait' | 'years';
  readonly offset?: number;
  readonly limit?: number;
}

interface Position {
  readonly lat: number;
  readonly lng: number;
}

interface Place extends Position {
  readonly kind: string;
  readonly name: string;
  /** Postal areas. */
  readonly areas: readonly string[];
}

export interface DoctorAt {
  readonly doctor: Doctor;
  readonly clinic: Clinic;
  readonly municipalities: readonly string[];
}

/** The records of the evaluation, and the places of the gazetteer, read and filtered without code of the product. */
export class EvaluationRecords {
  readonly #clinics: ReadonlyMap<string, Clinic>;
  readonly #doctors: readonly Doctor[];
  readonly #services: readonly Service[];
  readonly #places: ReadonlyMap<string, Place>;

  constructor() {
    const lines = readFileSync(EVALUATION, 'utf8').trimEnd().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as [string, unknown]);
    const of = <T>(kind: string) => rows.filter(([name]) => name === kind).map(([, record]) => record as T);
    this.#clinics = new Map(of<Clinic>('clinic').map((clinic) => [clinic.id, clinic]));
    this.#doctors = of<Doctor>('doctor').filter(({ expiredAt }) => expiredAt === null);
    this.#services = of<Service>('service');
    const places = readFileSync(PLACES, 'utf8').trimEnd().split('\n').slice(1);
    this.#places = new Map(
      places.map((line) => {
        const [id, kind, name, , lat, lng, areas] = line.split(',') as [string, ...string[]];
        return [
          id,
          { kind: kind!, name: name!, lat: Number(lat), lng: Number(lng), areas: areas!.split(' ') },
        ];
      }),
    );
  }

  /** Returns the ids that a tool must list, all pages in order; undefined for a tool that lists neither. */
  idsOf(tool: string, args: ListArguments): readonly string[] | undefined {
    switch (tool) {
      case 'search_doctors':
      case 'count_doctors':
        return this.#searchDoctors(args);
      case 'search_clinics':
        return this.#searchClinics(args);
      case 'list_specialists':
        return this.#listSpecialists(args);
      default:
        return undefined;
    }
  }

  /**
   * Returns the doctors whom pages name from an offset on: of each primary clinic the first three, where a search means
   * no persons and no order of persons.
   */
  namedOf(ids: readonly string[], { q, sort, offset = 0 }: ListArguments): readonly string[] {
    if (q !== undefined || sort === 'years') return ids.slice(offset);
    const byNumber = new Map(this.#doctors.map((doctor) => [doctor.registrationNumber, doctor]));
    const groups = Map.groupBy(ids, (id) => byNumber.get(id)!.clinicIds[0]);
    return [...groups.values()].slice(offset).flatMap((group) => group.slice(0, 3));
  }

  /** Returns the doctors that match, each with the primary clinic and the municipalities that it is in. */
  doctorsAt(args: ListArguments): readonly DoctorAt[] {
    const municipalities = [...this.#places.values()].filter(({ kind }) => kind === 'municipality');
    return this.#found(args).map((doctor) => {
      const clinic = this.#clinicOf(doctor);
      const area = clinic.postalCode.slice(0, 3);
      const isIn = municipalities.filter(({ areas }) => areas.includes(area));
      return { doctor, clinic, municipalities: isIn.map(({ name }) => name) };
    });
  }

  #clinicOf({ clinicIds }: Doctor): Clinic {
    return this.#clinics.get(clinicIds[0]!)!;
  }

  #found(args: ListArguments): Doctor[] {
    return this.#doctors.filter(
      (doctor) =>
        isDoctor(doctor, args) &&
        hasTerms(doctor.name, args.q) &&
        this.#isClinic(this.#clinicOf(doctor), args),
    );
  }

  #searchDoctors(args: ListArguments): string[] {
    const found = this.#found(args);
    const place = this.#placeOf(args);
    const byDistance = (doctor: Doctor) => kilometers(this.#clinicOf(doctor), place!);
    const first = args.sort === 'years' ? byYears : place && args.sort !== 'name' ? byDistance : () => 0;
    return inOrder(
      found,
      first,
      ({ name }) => name,
      ({ registrationNumber }) => registrationNumber,
    );
  }

  #searchClinics(args: ListArguments): string[] {
    const found = [...this.#clinics.values()].filter(
      (clinic) =>
        hasTerms(clinic.name, args.q) && this.#isClinic(clinic, args) && this.#hasDoctor(clinic, args),
    );
    const place = this.#placeOf(args);
    const byDistance = (clinic: Clinic) => kilometers(clinic, place!);
    const first = place && args.sort !== 'name' ? byDistance : () => 0;
    return inOrder(
      found,
      first,
      ({ name }) => name,
      ({ id }) => id,
    );
  }

  #listSpecialists({ specialty, accepting, ...args }: ListArguments): string[] {
    const clinicOf = ({ clinicId }: Service) => this.#clinics.get(clinicId)!;
    const found = this.#services.filter((service) => {
      const clinic = clinicOf(service);
      const accepts = service.accepting ?? clinic.accepting;
      return (
        meantBy([specialty!]).includes(service.specialty) &&
        (!accepting || accepts === true) &&
        hasTerms(clinic.name, args.q) &&
        this.#isClinic(clinic, args) &&
        this.#hasDoctor(clinic, args)
      );
    });
    const place = this.#placeOf(args);
    const byDistance = (service: Service) => kilometers(clinicOf(service), place!);
    const first = args.sort === 'wait' ? byWait : place && args.sort !== 'name' ? byDistance : () => 0;
    return inOrder(
      found,
      first,
      (service) => clinicOf(service).name,
      ({ clinicId }) => clinicId,
    );
  }

  #isClinic(clinic: Clinic, args: ListArguments): boolean {
    const place = this.#placeOf(args);
    const areas = args.area?.flatMap((name) => this.#placeNamed(name).areas);
    return [
      !args.accepting || clinic.accepting === true,
      !args.wheelchair || clinic.wheelchair === true,
      !args.virtualVisits || clinic.virtualVisits === true,
      !args.nearTTC || clinic.nearSubway,
      !args.hasWebsite || clinic.website !== '',
      !args.evening || clinic.openingHours.some(({ weekday, closes }) => weekday < 6 && closes! > EVENING),
      !args.weekend || clinic.openingHours.some(({ weekday }) => weekday > 5),
      !args.clinicType || args.clinicType.includes(clinic.type),
      !areas || areas.includes(clinic.postalCode.slice(0, 3)),
      args.within === undefined || kilometers(clinic, place!) <= args.within,
      isOpen(clinic, args),
    ].every(Boolean);
  }

  #hasDoctor({ id }: Clinic, args: ListArguments): boolean {
    const { specialties, languages, gender, minYears, maxYears } = args;
    if ([specialties, languages, gender, minYears, maxYears].every((value) => value === undefined))
      return true;
    return this.#doctors.some((doctor) => doctor.clinicIds.includes(id) && isDoctor(doctor, args));
  }

  #placeOf({ near, lat, lng }: ListArguments): Position | undefined {
    if (lat !== undefined && lng !== undefined) return { lat, lng };
    return near === undefined ? undefined : this.#placeNamed(near);
  }

  /** The ids of most places are their names: `Richmond Hill` is `richmond-hill`. */
  #placeNamed(name: string): Place {
    const id = NAMED_PLACES[name] ?? name.toLowerCase().replaceAll("'", '').replaceAll(' ', '-');
    const place = this.#places.get(id);
    if (!place) throw new Error(`There is no place '${id}'.`);
    return place;
  }
}

function isDoctor(
  doctor: Doctor,
  { specialties, languages, gender, minYears, maxYears }: ListArguments,
): boolean {
  const years = yearsOf(doctor);
  return [
    !specialties || meantBy(specialties).some((name) => doctor.specialties.includes(name)),
    !languages || meantBy(languages).some((name) => doctor.languages.includes(name)),
    gender === undefined || doctor.gender === gender,
    years >= (minYears ?? 0),
    years <= (maxYears ?? Infinity),
  ].every(Boolean);
}

function isOpen({ openingHours }: Clinic, { days, openAt, open }: ListArguments): boolean {
  if (open) return isOpen({ openingHours } as Clinic, { days: [NOW.day], openAt: NOW.time });
  if (!days && openAt === undefined) return true;
  const [hour, minute] = (openAt ?? '').split(':').map(Number) as [number, number];
  const at = hour * 60 + minute;
  return openingHours.some(
    ({ weekday, opens, closes }) =>
      (days ?? WORKING_DAYS).includes(DAYS[weekday - 1]!) &&
      (openAt === undefined || (opens <= at && at < closes!)),
  );
}

function meantBy(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => MEANINGS[word] ?? word);
}

function yearsOf({ practisingSince }: Doctor): number {
  const years = Number(NOW.date.slice(0, 4)) - Number(practisingSince.slice(0, 4));
  return NOW.date.slice(5) < practisingSince.slice(5) ? years - 1 : years;
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function hasTerms(name: string, q = ''): boolean {
  const [meant] = meantBy([q]);
  return plain(meant!)
    .split(' ')
    .every((term) => plain(name).includes(term));
}

function byYears(doctor: Doctor): number {
  return -yearsOf(doctor);
}

function byWait({ waitWeeks }: Service): number {
  return waitWeeks;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function kilometers(a: Position, b: Position): number {
  const cosine =
    Math.sin(radians(a.lat)) * Math.sin(radians(b.lat)) +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.cos(radians(a.lng - b.lng));
  return EARTH_RADIUS_KM * Math.acos(Math.min(1, cosine));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function inOrder<T>(
  items: readonly T[],
  first: (item: T) => number,
  name: (item: T) => string,
  id: (item: T) => string,
): string[] {
  const sorted = items.toSorted(
    (a, b) => first(a) - first(b) || compare(plain(name(a)), plain(name(b))) || compare(id(a), id(b)),
  );
  return sorted.map(id);
}
