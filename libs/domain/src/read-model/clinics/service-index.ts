import { addBit, type Bitset, emptyBitset, hasBit } from '../memory/bitset.js';
import { type TextColumn, Texts } from '../memory/text-arena.js';

/** What the index is made of, in default order: by clinic, then specialty. */
export interface ServiceColumns {
  /** Ordinal of the clinic. */
  readonly clinics: Int32Array;
  /** 1 where new patients are accepted: the service's own word, or the clinic's where it has none. */
  readonly accepting: Uint8Array;
  /** JSON of the item, without its closing brace. */
  readonly items: TextColumn;
  /** The services of a folded specialty name, in default order. */
  readonly bySpecialty: ReadonlyMap<string, Int32Array>;
}

const NONE = new Int32Array(0);

/** All specialty services of one dataset version. */
export class ServiceIndex {
  readonly #items: Texts;

  constructor(private readonly columns: ServiceColumns) {
    this.#items = new Texts(columns.items);
  }

  /** The services of a folded specialty name, in default order. */
  of(specialty: string): Int32Array {
    return this.columns.bySpecialty.get(specialty) ?? NONE;
  }

  clinicOf(service: number): number {
    return this.columns.clinics[service]!;
  }

  /** The clinics of some services, in the same order. */
  clinicsAt(services: Int32Array): Int32Array {
    return services.map((service) => this.columns.clinics[service]!);
  }

  /** Those of the services that are at one of the clinics, and take new patients where that is asked for. */
  at(clinics: Bitset, services: Int32Array, onlyAccepting: boolean): Int32Array {
    const { clinics: clinicOf, accepting } = this.columns;
    const count = services.length;
    const found = new Int32Array(count);
    let rank = 0;
    for (let i = 0; i < count; i++) {
      const service = services[i]!;
      if (hasBit(clinics, clinicOf[service]!) && (!onlyAccepting || accepting[service] === 1))
        found[rank++] = service;
    }
    return found.subarray(0, rank);
  }

  /** The clinics that some services belong to, of so many. */
  clinicsOf(services: Int32Array, clinics: number): Bitset {
    const bits = emptyBitset(clinics);
    for (const service of services) addBit(bits, this.columns.clinics[service]!);
    return bits;
  }

  /** JSON of a service as lists show it, without its closing brace. */
  item(service: number): Uint8Array {
    return this.#items.bytes(service);
  }
}
