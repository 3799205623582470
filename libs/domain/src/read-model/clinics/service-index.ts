import { addBit, type Bitset, emptyBitset, hasBit } from '../memory/bitset.js';
import { bytesAt, type TextColumn } from '../memory/text-arena.js';

/** The columns of a `ServiceIndex`, in default order: by clinic, then specialty. */
export interface ServiceColumns {
  /** Ordinal of the clinic. */
  readonly clinics: Int32Array;
  /** 1 if the service accepts new patients; the acceptance of the clinic counts where the service has none. */
  readonly accepting: Uint8Array;
  /** JSON of the item, without its closing brace. */
  readonly items: TextColumn;
  /** The services by folded specialty name. */
  readonly bySpecialty: ReadonlyMap<string, Int32Array>;
}

const NONE = new Int32Array(0);

/** All specialty services of one dataset version. */
export class ServiceIndex {
  constructor(private readonly columns: ServiceColumns) {}

  /** Returns the services of a folded specialty name in default order. */
  ofSpecialty(specialty: string): Int32Array {
    return this.columns.bySpecialty.get(specialty) ?? NONE;
  }

  clinicOf(service: number): number {
    return this.columns.clinics[service]!;
  }

  /** Returns the clinic of each service, in the same order. */
  clinicsOf(services: Int32Array): Int32Array {
    return services.map((service) => this.columns.clinics[service]!);
  }

  /**
   * Returns the set of clinics that offer any of the services.
   * @param size number of clinics in the dataset
   */
  clinicSet(services: Int32Array, size: number): Bitset {
    const bits = emptyBitset(size);
    for (const service of services) addBit(bits, this.columns.clinics[service]!);
    return bits;
  }

  /** Returns the services at any of the clinics, optionally only those that accept new patients. */
  filter(services: Int32Array, clinics: Bitset, onlyAccepting: boolean): Int32Array {
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

  /** Returns the JSON of a service in a list, without its closing brace. */
  item(service: number): Uint8Array {
    return bytesAt(this.columns.items, service);
  }
}
