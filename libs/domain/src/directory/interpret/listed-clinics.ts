import type { ClinicSummary } from '../../contract/answers/clinic-answer.js';
import type { ReadModel } from '../../read-model/read-model.js';
import { withoutElisions } from '../../question/misspelled.js';
import { addressKeys } from '../../text/address-key.js';
import { plainWords } from '../../text/text.js';

/** What is written after a name: "(sample)". */
const REMARK = /\s*\([^)]*\)\s*$/u;
const LEAST_DIGITS = 7;
const NATIONAL_DIGITS = 10;

interface NamedClinics {
  readonly words: readonly string[];
  readonly ids: string[];
}

/** The names, addresses and telephone numbers of the clinics of a dataset version, for texts that contain them. */
export class ListedClinics {
  readonly #byFirstWord = new Map<string, NamedClinics[]>();
  readonly #byStreet = new Map<string, { readonly town: string; readonly id: string }[]>();
  readonly #byPhone = new Map<string, string[]>();

  private constructor(private readonly model: ReadModel) {
    const { clinics } = model;
    const byName = new Map<string, string[]>();
    for (let ordinal = 0; ordinal < clinics.size; ordinal++) {
      const { id, name, address, phone } = summaryOf(model, ordinal);
      for (const key of new Set(
        [name, withoutElisions(name)].flatMap((text) => [nameKey(text), plainWords(text)]),
      ))
        add(byName, key, id);
      const key = streetKey(address);
      if (key) add(this.#byStreet, key.street, { town: key.town, id });
      const digits = digitsOf(phone);
      if (digits.length >= LEAST_DIGITS) add(this.#byPhone, digits.slice(-LEAST_DIGITS), id);
    }
    for (const [name, ids] of byName) {
      const words = name.split(' ');
      if (words[0] !== '') add(this.#byFirstWord, words[0]!, { words, ids });
    }
  }

  static readonly #of = new WeakMap<ReadModel, ListedClinics>();

  /** Returns the clinics of a model. Reads them once: at the first question about a version. */
  static of(model: ReadModel): ListedClinics {
    const known = this.#of.get(model) ?? new ListedClinics(model);
    this.#of.set(model, known);
    return known;
  }

  /** Returns the clinics with the longest name that begins with a word, and its length; undefined if there are none. */
  namedAt(
    words: readonly string[],
    from: number,
  ): { readonly length: number; readonly ids: readonly string[] } | undefined {
    const named = (this.#byFirstWord.get(words[from] ?? '') ?? []).filter((name) =>
      name.words.every((word, at) => words[from + at] === word),
    );
    const longest = named.toSorted((a, b) => b.words.length - a.words.length)[0];
    return longest && { length: longest.words.length, ids: longest.ids };
  }

  /** Returns the clinics at a street address, in its municipality if it names one. */
  atAddress(address: string): readonly string[] {
    const key = streetKey(address);
    const found = key ? (this.#byStreet.get(key.street) ?? []) : [];
    const inTown = found.filter(({ town }) => town === key!.town);
    // Words that follow are no municipality.
    return (inTown.length > 0 || key?.town === '' ? (inTown.length > 0 ? inTown : found) : []).map(
      ({ id }) => id,
    );
  }

  /** Returns the clinics with a telephone number: seven digits or more, with any punctuation. */
  withPhone(text: string): readonly string[] {
    const digits = digitsOf(text);
    if (digits.length < LEAST_DIGITS || /\p{L}/u.test(text)) return [];
    const found = this.#byPhone.get(digits.slice(-LEAST_DIGITS)) ?? [];
    if (digits.length < NATIONAL_DIGITS) return digits.length === LEAST_DIGITS ? found : [];
    const national = digits.slice(-NATIONAL_DIGITS);
    return found.filter((id) => digitsOf(this.summary(id)!.phone).endsWith(national));
  }

  /** Returns a text that `near` reads as where a clinic is. */
  placeOf(id: string): string {
    const { address, lat, lng } = this.summary(id)!;
    return /^\d/.test(address) && this.atAddress(address).length > 0 ? address : `${lat},${lng}`;
  }

  summary(id: string): ClinicSummary | undefined {
    const ordinal = this.model.clinics.ordinalOf(id);
    return ordinal === undefined ? undefined : summaryOf(this.model, ordinal);
  }
}

function summaryOf({ clinics }: ReadModel, ordinal: number): ClinicSummary {
  return JSON.parse(clinics.extras.summaryJson(ordinal)) as ClinicSummary;
}

function nameKey(name: string): string {
  return plainWords(name.replace(REMARK, '')).replace(/^the (?=.)/, '');
}

/** Returns the civic number and the street of an address, and its municipality; undefined without them. */
function streetKey(address: string): { readonly street: string; readonly town: string } | undefined {
  const [, civic = '', , street = ''] = addressKeys(address, '').address.split('|');
  if (civic === '' || street === '') return undefined;
  const place = addressKeys(address.replace(/\b[a-z]\d[a-z] ?\d[a-z]\d\b/i, ''), '').place;
  return { street: `${civic} ${street}`, town: place.split('|')[4] ?? '' };
}

function digitsOf(text: string): string {
  return text.replace(/(?:ext|x|poste)\.? ?\d+$/i, '').replaceAll(/\D/g, '');
}

function add<V>(lists: Map<string, V[]>, key: string, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
