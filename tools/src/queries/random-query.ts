import { ClinicQuery, DoctorQuery } from '@care-atlas/domain/contract';
import { fieldsOf } from '@care-atlas/domain/schema';
import { Random, STREAM } from '../sample/random.js';

/** A request's parameters as a client writes them. */
export type Parameters = Readonly<Record<string, string>>;

/** Returns the random numbers of queries, with the same sequence for the same seed. */
export function seeded(seed: number): Random {
  return new Random(seed, STREAM.queries);
}

/** The words of random queries. */
export interface Vocabulary {
  readonly specialties: readonly string[];
  readonly languages: readonly string[];
  /** Folded names, whose parts are search terms. */
  readonly names: readonly string[];
  readonly registrationNumbers: readonly string[];
  /** Ids. Without them, no query names records, times or types of clinics. */
  readonly clinics?: readonly string[];
}

/** The places of random queries. */
export interface Places {
  /** For `near`. */
  readonly names: readonly string[];
  /** For `area`. */
  readonly areas: readonly string[];
}

// Declared flags and closed sets of words are drawn without a line here, but for the order, which depends on the list, and
// groups, whose items stand for others.
const WORDS = fieldsOf(DoctorQuery).filter(
  ({ name, schema }) => schema.enum && !['sort', 'group'].includes(name),
);
const FLAGS = fieldsOf(DoctorQuery).filter(({ schema }) => schema.type === 'boolean');
const CLINIC_FLAGS = fieldsOf(ClinicQuery).filter(
  ({ name, schema }) => schema.type === 'boolean' && FLAGS.every((flag) => flag.name !== name),
);

const LISTS = fieldsOf(DoctorQuery).filter(({ name, schema }) => schema.items?.enum && name !== 'include');

/** Generates valid requests of each kind, broad and narrow, in various spellings. */
export class RandomQueries {
  constructor(
    private readonly random: Random,
    private readonly words: Vocabulary,
  ) {}

  doctors(): Parameters {
    const parameters = this.#practice();
    if (this.random.chance(0.1)) parameters['specialty'] = this.random.pick(this.words.specialties);
    const { clinics, registrationNumbers } = this.words;
    if (clinics && this.random.chance(0.1)) parameters['clinic'] = this.random.pick(clinics);
    if (clinics && this.random.chance(0.1)) parameters['ids'] = this.#several(registrationNumbers, 90);
    return parameters;
  }

  search(): Parameters {
    return { ...(this.random.chance(0.5) ? {} : this.doctors()), q: this.#term() };
  }

  clinics(): Parameters {
    const parameters = this.#practice();
    const { clinics } = this.words;
    if (clinics && this.random.chance(0.1)) parameters['ids'] = this.#several(clinics, 90);
    for (const { name } of CLINIC_FLAGS) if (this.random.chance(0.2)) parameters[name] = 'true';
    if (this.random.chance(0.5)) {
      parameters['lat'] = (43.4 + this.random.unit() * 0.6).toFixed(5);
      parameters['lng'] = (-79.8 + this.random.unit() * 0.9).toFixed(5);
    }
    return parameters;
  }

  specialists(): Parameters {
    const { ids: _ids, ...parameters } = this.clinics();
    return { ...parameters, specialty: this.#case(this.random.pick(this.words.specialties)) };
  }

  /**
   * Returns a request with a place, a radius, an area or an order, or with none of them.
   * @param sort the orders of the list besides `name` and `distance`
   */
  placed(
    { lat: _lat, lng: _lng, ...parameters }: Parameters,
    places: Places,
    sort: readonly string[],
  ): Parameters {
    const placed: Record<string, string> = { ...parameters };
    if (this.random.chance(0.7)) Object.assign(placed, this.#place(places));
    const hasPlace = 'near' in placed || 'lat' in placed;
    if (hasPlace && this.random.chance(0.5))
      placed['within'] = (0.1 + this.random.unit() ** 2 * 40).toFixed(2);
    if (this.random.chance(0.3)) placed['area'] = this.#list(places.areas);
    const orders = ['name', ...sort, ...(hasPlace ? ['distance'] : [])];
    if (this.random.chance(0.4)) placed['sort'] = this.random.pick(orders);
    return placed;
  }

  #place(places: Places): Parameters {
    const lat = (43.4 + this.random.unit() * 0.6).toFixed(5);
    const lng = (-79.8 + this.random.unit() * 0.9).toFixed(5);
    const forms: readonly Parameters[] = [
      { lat, lng },
      { near: `${lat}, ${lng}` },
      { near: this.#case(this.random.pick(places.names)) },
    ];
    return this.random.pick(forms);
  }

  #practice(): Record<string, string> {
    const parameters: Record<string, string> = {};
    if (this.random.chance(0.5)) parameters['specialties'] = this.#list(this.words.specialties);
    if (this.random.chance(0.5))
      parameters[this.random.chance(0.2) ? 'language' : 'languages'] = this.#list(this.words.languages);
    for (const { name, schema } of WORDS)
      if (this.random.chance(0.3)) parameters[name] = String(this.random.pick(schema.enum!));
    if (this.words.clinics) Object.assign(parameters, this.#times());
    if (this.random.chance(0.3)) parameters['minYears'] = String(this.random.below(45));
    if (this.random.chance(0.2)) parameters['maxYears'] = String(this.random.below(55));
    for (const { name } of FLAGS)
      if (this.random.chance(0.12)) parameters[name] = this.random.chance(0.8) ? 'true' : 'false';
    return parameters;
  }

  #term(): string {
    if (this.random.chance(0.05)) return this.random.pick(this.words.registrationNumbers);
    const terms = Array.from({ length: this.random.chance(0.7) ? 1 : 2 }, () => {
      const name = this.random.pick(this.words.names).replace(/ /g, '');
      const start = this.random.below(name.length - 2);
      return name.slice(start, start + 2 + this.random.below(5));
    });
    return this.#case(terms.join('  '));
  }

  #times(): Record<string, string> {
    const parameters: Record<string, string> = {};
    for (const { name, schema } of LISTS)
      if (this.random.chance(0.15)) parameters[name] = this.#several(schema.items!.enum as string[], 3);
    if (this.random.chance(0.15))
      parameters['openAt'] = `${String((8 + this.random.below(18)) % 24).padStart(2, '0')}:30`;
    return parameters;
  }

  #several(values: readonly string[], most: number): string {
    return Array.from({ length: 1 + this.random.below(most) }, () => this.random.pick(values)).join(',');
  }

  #list(values: readonly string[]): string {
    const names = Array.from({ length: 1 + Math.floor(this.random.unit() ** 2 * 4) }, () =>
      this.random.pick(values),
    );
    return names.map((name) => this.#case(name)).join(this.random.chance(0.5) ? ',' : ' , ');
  }

  #case(text: string): string {
    const kind = this.random.unit();
    if (kind < 0.6) return text;
    return kind < 0.8 ? text.toUpperCase() : text.toLowerCase();
  }
}
