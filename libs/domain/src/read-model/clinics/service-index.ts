import type { SpecialistItem } from '../../contract/answers/clinic-answer.js';
import { SPECIALIST_ITEM } from '../wire/clinic-parts.js';
import { jsonMembers, memberStart } from '../wire/parts.js';
import type { ClinicRecord, SpecialtyServiceRecord } from '../../records/clinic.js';
import type { AsOf } from '../../rules/time/as-of.js';
import type { KnownAnswer } from '../../records/evidence.js';
import { serviceAcceptance, serviceStatements } from '../../rules/statements.js';
import { compareText, fold } from '../../text/text.js';
import { utf8 } from '../../text/utf8.js';
import { addBit, type Bitset, emptyBitset, hasBit } from '../memory/bitset.js';
import { leastFirst } from './nearest.js';
import type { AnswerBytes } from '../memory/answer-bytes.js';
import { dictionaryColumn } from '../memory/dictionary-column.js';
import { textAt, type TextArena, type TextColumn } from '../memory/text-arena.js';
import type { AppendMembers, TextMemory } from '../memory/text-memory.js';
import { EvidenceIndex } from '../evidence/evidence-index.js';
import { evidenceColumns } from '../evidence/evidence-index.js';
import { acceptanceAt, acceptanceColumns, NOT_KNOWN } from '../evidence/acceptance-columns.js';
import type { RequestedExtras } from './clinic-extras.js';

/**
 * The specialty services of all clinics, as plain data in default order: by clinic, then specialty. A service has no JSON of
 * its own: its item is put together from texts that its clinic or many services share.
 *
 *     item  {"id":…,"name":…  ,"specialty":…  ,"languages":…  ,"accepting":…,"wait_weeks":…  extras  }
 *     from  heads              specialties     languages       acceptanceAndWait
 */
export type ServiceColumns = ReturnType<typeof serviceColumns>;

export function serviceColumns(
  services: readonly SpecialtyServiceRecord[],
  clinics: readonly ClinicRecord[],
  ordinals: ReadonlyMap<string, number>,
  shared: Readonly<Record<'heads' | 'languages', TextColumn>>,
  arena: TextArena,
) {
  const known = services
    .flatMap((service) => {
      const clinic = ordinals.get(service.clinicId);
      return clinic === undefined ? [] : [{ service, clinic }];
    })
    .toSorted(
      (a, b) => a.clinic - b.clinic || compareText(fold(a.service.specialty), fold(b.service.specialty)),
    );
  const acceptances = known.map(({ service, clinic }) => serviceAcceptance(service, clinics[clinic]!));
  const members = (membersOf: (service: (typeof known)[number], i: number) => object) =>
    dictionaryColumn(
      known.map((service, i) => arena.intern(`,${jsonMembers(membersOf(service, i))}`)),
      arena,
    );
  const bySpecialty = Map.groupBy(known.keys(), (i) => fold(known[i]!.service.specialty));
  return {
    /** Ordinal of the clinic. */
    clinics: Int32Array.from(known, ({ clinic }) => clinic),
    /** Where a service has no acceptance, that of its clinic. */
    acceptance: acceptanceColumns(acceptances),
    evidence: evidenceColumns(
      known.map(({ service }) => serviceStatements(service)),
      arena,
    ),
    waitWeeks: Uint16Array.from(known, ({ service }) => service.waitWeeks),
    /** By clinic, JSON of the start of its items. */
    heads: shared.heads,
    /** JSON of the specialty, after a comma. */
    specialties: members(({ service }) => SPECIALIST_ITEM.specialty(service)),
    /** By clinic, JSON of the languages of its doctors, after a comma. */
    languages: shared.languages,
    /** JSON of `accepting` and `wait_weeks`, after a comma. */
    acceptanceAndWait: members(({ service }, i) =>
      SPECIALIST_ITEM.wait(service, acceptances[i]!.accepting === true),
    ),
    /** The services by folded specialty name. */
    bySpecialty: new Map([...bySpecialty].map(([name, all]) => [name, Int32Array.from(all)])),
  };
}

const NONE = new Int32Array(0);
const AVAILABILITY = utf8(memberStart(SPECIALIST_ITEM.service));

/** Filters, orders and serializes the specialty services of one dataset version. */
export class ServiceIndex {
  /** Evidence by service. */
  readonly evidence: EvidenceIndex;
  /** Written by each call of `filter`: a new array of all services would cost more than the filter. */
  readonly #found: Int32Array;

  constructor(
    private readonly columns: ServiceColumns,
    private readonly texts: TextMemory,
  ) {
    this.evidence = new EvidenceIndex(columns.evidence);
    this.#found = new Int32Array(columns.clinics.length);
  }

  /** Returns the services of a folded specialty name in default order. */
  ofSpecialty(specialty: string): Int32Array {
    return this.columns.bySpecialty.get(specialty) ?? NONE;
  }

  /** Returns the folded names of the specialties that have services. */
  specialties(): Iterable<string> {
    return this.columns.bySpecialty.keys();
  }

  /** Returns the services of a clinic. */
  ofClinic(clinic: number): Int32Array {
    const { clinics } = this.columns;
    const first = clinics.indexOf(clinic);
    return first === -1
      ? NONE
      : Int32Array.from({ length: clinics.lastIndexOf(clinic) + 1 - first }, (_, i) => first + i);
  }

  /** Returns the services of several folded specialty names in default order. */
  ofSpecialties(specialties: readonly string[]): Int32Array {
    const [first, ...others] = [...new Set(specialties)].map((name) => this.ofSpecialty(name));
    if (!first || others.length === 0) return first ?? NONE;
    return Int32Array.from([first, ...others].flatMap((services) => [...services])).toSorted();
  }

  clinicOf(service: number): number {
    return this.columns.clinics[service]!;
  }

  clinicsOf(services: Int32Array): Int32Array {
    return services.map((service) => this.columns.clinics[service]!);
  }

  /** Returns the set of clinics that offer any of the services. @param size number of clinics in the dataset */
  clinicSet(services: Int32Array, size: number): Bitset {
    const bits = emptyBitset(size);
    for (const service of services) addBit(bits, this.columns.clinics[service]!);
    return bits;
  }

  /**
   * Returns the services at any of the clinics.
   * @param accepting only those that accepted new patients when last observed, with `orUnknown` also those of which it is not known
   */
  filter(
    services: Int32Array,
    clinics: Bitset,
    accepting?: { readonly orUnknown?: true | undefined },
  ): Int32Array {
    const { clinics: clinicOf, acceptance } = this.columns;
    const { accepting: answers } = acceptance;
    // By answer: no, yes, not known.
    const meets = [!accepting, true, !accepting || accepting.orUnknown === true];
    const count = services.length;
    const found = this.#found;
    let size = 0;
    for (let i = 0; i < count; i++) {
      const service = services[i]!;
      if (hasBit(clinics, clinicOf[service]!) && meets[answers[service]!]) found[size++] = service;
    }
    return found.slice(0, size);
  }

  /** Returns the services whose acceptance of new patients, as of the day, is one of the answers. */
  withAcceptance(services: Int32Array, anyOf: readonly KnownAnswer[], asOf: AsOf): Int32Array {
    const answerOf = acceptanceAt(this.columns.acceptance, asOf);
    return services.filter((service) => anyOf.includes(answerOf(service)));
  }

  /** Returns the name of a service's specialty. */
  specialty(service: number): string {
    const { indexes, texts } = this.columns.specialties;
    const members = textAt(texts, indexes[service]!);
    return (JSON.parse(`{${members.slice(1)}}`) as Pick<SpecialistItem, 'specialty'>).specialty;
  }

  /** Returns whether a service accepted new patients when last observed; null if it is not known. */
  accepts(service: number): boolean | null {
    const accepting = this.columns.acceptance.accepting[service]!;
    return accepting === NOT_KNOWN ? null : accepting === 1;
  }

  waitWeeks(service: number): number {
    return this.columns.waitWeeks[service]!;
  }

  /** Returns the services with the shortest waits as indexes into `services`, shortest first, at most `limit`. */
  shortestWait(services: Int32Array, limit: number): Int32Array {
    return leastFirst(services, (service) => this.waitWeeks(service), limit);
  }

  /** Appends the requested members about the service itself, each with a comma before it. */
  addExtras(service: number, { members, asOf }: RequestedExtras, to: TextMemory): void {
    if (!members.includes('availability')) return;
    this.evidence.addAvailability(service, 'service', asOf, to.addConstant(AVAILABILITY));
  }

  /** Appends the JSON of services in a list, and a comma after each. */
  addItems(services: ArrayLike<number>, to: AnswerBytes, extend?: AppendMembers): void {
    const { clinics, heads, specialties, languages, acceptanceAndWait } = this.columns;
    const start: AppendMembers = (service, texts) => {
      const clinic = clinics[service]!;
      texts
        .add(heads, clinic)
        .add(specialties.texts, specialties.indexes[service]!)
        .add(languages, clinic)
        .add(acceptanceAndWait.texts, acceptanceAndWait.indexes[service]!);
    };
    this.texts.addItems(services, to, start, extend);
  }
}
