import type { Interpretation } from '../../contract/answers/interpretation.js';
import type { Query } from '../../contract/queries/page-query.js';
import type { DoctorQuery, SpecialistQuery } from '../../contract/queries/query.js';
import type { Message } from '../../messages/index.js';
import type { ReadModel } from '../../read-model/read-model.js';
import { fold } from '../../text/text.js';
import {
  LANGUAGES,
  type ListedNames,
  type Reading,
  SPECIALTIES,
  unmatchedWarning,
} from '../../vocabulary/index.js';
import type { DirectoryView } from '../directory-view.js';

/** Finding a suggestion compares a value with every known name. */
const MAX_UNKNOWN = 10;
const VOCABULARIES = { specialty: SPECIALTIES, language: LANGUAGES };
type WordKind = keyof typeof VOCABULARIES;
type WordQuery = Query &
  Pick<DoctorQuery, 'specialties' | 'specialty' | 'languages' | 'language'> &
  Pick<SpecialistQuery, 'services'>;

/**
 * Returns a query whose specialties and languages are names that the directory lists: an other name is replaced by what
 * it stands for, with `interpreted`. A value that matches nobody stays, with a warning. A query of listed names only
 * is returned as it is.
 * @param ofServices whether `specialty` names services; otherwise it is the deprecated one, which is compared exactly
 */
export function interpretWords(view: DirectoryView, query: WordQuery, ofServices: boolean): WordQuery {
  const { specialties, specialty, languages, language } = query;
  if (!specialties && !languages && !language && specialty === undefined) return query;
  const words = new WordReader(view.model);
  const alias = languages ? undefined : words.list('language', 'language', language);
  const read = {
    specialties: words.list('specialties', 'specialty', specialties),
    languages: words.list('languages', 'language', languages),
    language: alias ?? language,
    services: ofServices ? words.services(specialty) : undefined,
  };
  if (!ofServices && !specialties && specialty !== undefined) words.exact(specialty);
  return words.isPlain ? query : Object.assign({}, query, read, words.notes(query));
}

/** Reads the words of one query and notes what was not a listed name. */
class WordReader {
  readonly #interpreted: Interpretation[] = [];
  readonly #warnings: Message[] = [];
  #unknown = 0;

  constructor(private readonly model: ReadModel) {}

  /** Whether every value was a listed name. */
  get isPlain(): boolean {
    return this.#interpreted.length === 0 && this.#unknown === 0;
  }

  notes({ warnings = [], interpreted = [] }: Query): Query {
    const more = this.#unknown - MAX_UNKNOWN;
    const further: Message = { code: 'unmatched_values', params: { more } };
    return {
      warnings: [...warnings, ...this.#warnings, ...(more > 0 ? [further] : [])],
      interpreted: [...interpreted, ...this.#interpreted],
    };
  }

  /** Returns the names that the values of a list stand for. */
  list(param: string, kind: WordKind, values: string[] | undefined): string[] | undefined {
    const { sets } = this.model.doctors;
    const of = kind === 'specialty' ? 'specialties' : 'languages';
    if (!values || values.every((value) => sets.hasValue(of, fold(value)))) return values;
    const listed = listedNames(this.model, kind);
    return [...new Set(values)].flatMap((value) => this.#read(param, kind, value, listed));
  }

  /** Returns the names of the services that a specialty stands for. */
  services(specialty: string | undefined): readonly string[] | undefined {
    if (specialty === undefined || this.model.services.ofSpecialty(fold(specialty)).length > 0)
      return undefined;
    return this.#read('specialty', 'specialty', specialty, listedNames(this.model, 'service'));
  }

  /** Warns about a specialty that is compared exactly, and names the one that was probably meant. */
  exact(value: string): void {
    if (this.model.doctors.sets.hasValue('specialties', fold(value))) return;
    const reading = SPECIALTIES.resolve(value, listedNames(this.model, 'specialty'));
    if (reading.by === 'unknown' || !reading.listed) return this.#warn('specialty', reading);
    const suggestion = reading.as.length === 1 ? reading.as[0] : undefined;
    this.#warn('specialty', { by: 'unknown', value, suggestion });
  }

  #read(param: string, kind: WordKind, value: string, listed: ListedNames): readonly string[] {
    const reading = VOCABULARIES[kind].resolve(value, listed, this.#unknown < MAX_UNKNOWN);
    const { by } = reading;
    if (by === 'other-name') this.#interpreted.push({ param, value, as: reading.as });
    if (by === 'unknown' || !reading.listed) this.#warn(kind, reading);
    return by === 'unknown' ? [value] : reading.as;
  }

  #warn(kind: WordKind, reading: Reading): void {
    const warning = unmatchedWarning(kind, reading);
    if (this.#unknown++ < MAX_UNKNOWN && warning !== undefined) this.#warnings.push(warning);
  }
}

type Listed = Readonly<Record<WordKind | 'service', ListedNames>>;
const LISTED = new WeakMap<ReadModel, Listed>();

/** Returns the names of a dataset that values are looked up in. Those of services include those of doctors. */
export function listedNames(model: ReadModel, kind: keyof Listed): ListedNames {
  let listed = LISTED.get(model);
  if (!listed) {
    const { sets } = model.doctors;
    const displayed = (folded: string): [string, string] => {
      const name = model.displayNames.get(folded) ?? SPECIALTIES.nameOf(folded);
      return [folded, name ?? folded];
    };
    const specialty = new Map(Array.from(sets.valuesOf('specialties'), displayed));
    const language = new Map(Array.from(sets.valuesOf('languages'), displayed));
    const service = new Map([...specialty, ...Array.from(model.services.specialties(), displayed)]);
    LISTED.set(model, (listed = { specialty, language, service }));
  }
  return listed[kind];
}
