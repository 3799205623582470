import { type ExportStore, linesOf, MANIFEST, SANDBOX_FILE } from './export-store.js';
import { DELETED_FILE, fhirTypeOf } from './fhir/files.js';
import type { HiddenRecord } from './withdrawal.repository.js';

const LINES = {
  doctor: 'doctors.ndjson.gz',
  clinic: 'clinics.ndjson.gz',
  service: 'services.ndjson.gz',
} as const;

/** The lines that say which records a file of FHIR resources has: it is written of the same snapshot. */
const FHIR_LINES = {
  Organization: [LINES.clinic],
  Location: [LINES.clinic],
  HealthcareService: [LINES.clinic],
  Practitioner: [LINES.doctor],
  PractitionerRole: [LINES.doctor],
  VerificationResult: [LINES.doctor, LINES.clinic],
} as const;

/** A number of a doctor, or an id of a clinic, in a line. Ids of doctors look like those of clinics, and are none. */
const KEYS = /"cpsoNumber":"(\d+)"|"([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})"/g;

/** What is known of a file: the keys that were looked up, and those of them that it has. */
interface LookedUp {
  readonly asked: ReadonlySet<string>;
  readonly found: ReadonlySet<string>;
}
const NOTHING: LookedUp = { asked: new Set(), found: new Set() };
/** More files than all exports have that are kept. */
const REMEMBERED_FILES = 32;

/**
 * Tells which records a file of a published export has, by reading it: it is the only place that certainly says so, also of
 * exports of earlier releases. What was found is remembered, because files never change.
 */
export class ExportedKeys {
  readonly #files = new Map<string, Promise<LookedUp>>();

  constructor(private readonly store: ExportStore) {}

  /** Returns whether a file has any of some records. A file of which nobody can tell counts as one that has. */
  async hasAny(version: string, name: string, records: readonly HiddenRecord[]): Promise<boolean> {
    if (records.length === 0) return false;
    const keys = records.map(({ key }) => key);
    for (const lines of linesFor(name)) {
      const { found } = await this.#lookUp(version, lines, keys);
      if (keys.some((key) => found.has(key))) return true;
    }
    return false;
  }

  /** Looks keys up in a file, after what others look up in it now: it is read once for all of them. */
  #lookUp(version: string, name: string, keys: readonly string[]): Promise<LookedUp> {
    const file = `${version}/${name}`;
    const known = this.#files.get(file) ?? Promise.resolve(NOTHING);
    const result = known.then((before) => {
      const missing = keys.filter((key) => !before.asked.has(key));
      return missing.length === 0 ? before : this.#read(version, name, before, missing);
    });
    this.#files.set(file, result);
    // A store that is away for a moment is asked again by the next request.
    result.catch(() => this.#files.get(file) === result && this.#files.delete(file));
    const [oldest] = this.#files.keys();
    if (this.#files.size > REMEMBERED_FILES) this.#files.delete(oldest!);
    return result;
  }

  async #read(
    version: string,
    name: string,
    { asked, found }: LookedUp,
    missing: readonly string[],
  ): Promise<LookedUp> {
    const wanted = new Set(missing);
    const more = new Set(found);
    const file = await this.store.open(version, name);
    if (!file) return { asked: new Set([...asked, ...wanted]), found: new Set([...more, ...wanted]) };
    for await (const line of linesOf(file))
      for (const [, number, id] of line.matchAll(KEYS)) {
        const key = (number ?? id)!;
        if (wanted.has(key)) more.add(key);
      }
    return { asked: new Set([...asked, ...wanted]), found: more };
  }
}

/** Returns the files of an export whose lines have what a file of it has. */
function linesFor(name: string): readonly string[] {
  // Neither has more of a record than the id by which a copy deletes it.
  if (name === MANIFEST || name === DELETED_FILE) return [];
  if (name === SANDBOX_FILE) return [SANDBOX_FILE];
  const type = fhirTypeOf(name);
  if (type && type !== 'Bundle') return FHIR_LINES[type];
  const kind = /^(doctor|clinic|service)s\./.exec(name)?.[1] as keyof typeof LINES | undefined;
  return kind ? [LINES[kind]] : Object.values(LINES);
}
