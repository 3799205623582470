/** What the index is made of, in default order: by clinic, then specialty. */
export interface ServiceColumns {
  /** Ordinal of the clinic. */
  readonly clinics: Int32Array;
  /** 1 where new patients are accepted: the service's own word, or the clinic's where it has none. */
  readonly accepting: Uint8Array;
  /** JSON of the item, without its closing brace. */
  readonly items: readonly string[];
  /** The services of a folded specialty name, in default order. */
  readonly bySpecialty: ReadonlyMap<string, Int32Array>;
}

const NONE = new Int32Array(0);

/** All specialty services of one dataset version. */
export class ServiceIndex {
  constructor(private readonly columns: ServiceColumns) {}

  /** The services of a folded specialty name, in default order. */
  of(specialty: string): Int32Array {
    return this.columns.bySpecialty.get(specialty) ?? NONE;
  }

  clinicOf(service: number): number {
    return this.columns.clinics[service]!;
  }

  accepts(service: number): boolean {
    return this.columns.accepting[service] === 1;
  }

  /** JSON of a service as lists show it, with the optional members of its clinic. */
  item(service: number, extras: string): string {
    return `${this.columns.items[service]}${extras}}`;
  }
}
