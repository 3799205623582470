import { ClinicQuery, DoctorQuery } from '@care-atlas/domain/contract';
import { fieldsOf } from '@care-atlas/domain/schema';

/** A request's parameters as a client writes them. */
export type Parameters = Readonly<Record<string, string>>;

/** Returns a generator of numbers from 0 up to 1, with the same sequence for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The words of random queries. */
export interface Vocabulary {
  readonly specialties: readonly string[];
  readonly languages: readonly string[];
  /** Folded names, whose parts are search terms. */
  readonly names: readonly string[];
  readonly registrationNumbers: readonly string[];
}

// Declared flags and closed sets of words are drawn without a line here.
const WORDS = fieldsOf(DoctorQuery).filter(({ schema }) => schema.enum);
const FLAGS = fieldsOf(DoctorQuery).filter(({ schema }) => schema.type === 'boolean');
const CLINIC_FLAGS = fieldsOf(ClinicQuery).filter(
  ({ name, schema }) => schema.type === 'boolean' && FLAGS.every((flag) => flag.name !== name),
);

/** Generates valid requests of each kind, broad and narrow, in various spellings. */
export class RandomQueries {
  constructor(
    private readonly random: () => number,
    private readonly words: Vocabulary,
  ) {}

  doctors(): Parameters {
    const parameters = this.#practice();
    if (this.#chance(0.1)) parameters['specialty'] = this.#pick(this.words.specialties);
    return parameters;
  }

  search(): Parameters {
    return { ...(this.#chance(0.5) ? {} : this.doctors()), q: this.#term() };
  }

  clinics(): Parameters {
    const parameters = this.#practice();
    for (const { name } of CLINIC_FLAGS) if (this.#chance(0.2)) parameters[name] = 'true';
    if (this.#chance(0.5)) {
      parameters['lat'] = (43.4 + this.random() * 0.6).toFixed(5);
      parameters['lng'] = (-79.8 + this.random() * 0.9).toFixed(5);
    }
    return parameters;
  }

  specialists(): Parameters {
    return { ...this.clinics(), specialty: this.#case(this.#pick(this.words.specialties)) };
  }

  #practice(): Record<string, string> {
    const parameters: Record<string, string> = {};
    if (this.#chance(0.5)) parameters['specialties'] = this.#list(this.words.specialties);
    if (this.#chance(0.5))
      parameters[this.#chance(0.2) ? 'language' : 'languages'] = this.#list(this.words.languages);
    for (const { name, schema } of WORDS)
      if (this.#chance(0.3)) parameters[name] = String(this.#pick(schema.enum!));
    if (this.#chance(0.3)) parameters['minYears'] = String(Math.floor(this.random() * 45));
    if (this.#chance(0.2)) parameters['maxYears'] = String(Math.floor(this.random() * 55));
    for (const { name } of FLAGS)
      if (this.#chance(0.12)) parameters[name] = this.#chance(0.8) ? 'true' : 'false';
    return parameters;
  }

  #term(): string {
    if (this.#chance(0.05)) return this.#pick(this.words.registrationNumbers);
    const terms = Array.from({ length: this.#chance(0.7) ? 1 : 2 }, () => {
      const name = this.#pick(this.words.names).replace(/ /g, '');
      const start = Math.floor(this.random() * (name.length - 2));
      return name.slice(start, start + 2 + Math.floor(this.random() * 5));
    });
    return this.#case(terms.join('  '));
  }

  #list(values: readonly string[]): string {
    const names = Array.from({ length: 1 + Math.floor(this.random() ** 2 * 4) }, () => this.#pick(values));
    return names.map((name) => this.#case(name)).join(this.#chance(0.5) ? ',' : ' , ');
  }

  #case(text: string): string {
    const kind = this.random();
    if (kind < 0.6) return text;
    return kind < 0.8 ? text.toUpperCase() : text.toLowerCase();
  }

  #pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() * values.length)]!;
  }

  #chance(share: number): boolean {
    return this.random() < share;
  }
}
