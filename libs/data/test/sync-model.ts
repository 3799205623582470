import type { SyncCounts } from '../src/sync/index.js';

/** One registration as a run of the model reads it; places are numbers. */
export interface ModelRegistration {
  readonly number: string;
  readonly active: boolean;
  readonly places: readonly number[];
}

/** The rejected rows of a run: the keys that can be read, and the number of others. */
export interface ModelRejects<Key> {
  readonly keys: readonly Key[];
  readonly unreadable: number;
}

export interface ModelClinicRow {
  readonly place: number;
  readonly accepting: boolean | null;
}

export interface ModelObservation {
  readonly subject: string;
  readonly accepting: boolean;
  readonly daysAgo: number;
}

/** How a run gives its rows: whether they are all records, and when it and its extract are made. */
export interface ModelExtract {
  readonly complete: boolean;
  readonly now: Date;
  readonly extractedAt: Date;
}

interface ModelDoctor {
  places: readonly string[];
  status: boolean;
  confirmedAt: Date | null;
  expiredAt: Date | null;
  /** The newest extract that said something of it, also that it is missing. */
  extractedAt: Date;
}

interface ModelClinic {
  readonly place: number;
  readonly origin: 'clinic' | 'register';
  open: boolean;
  accepting: boolean | null;
  /** As of a doctor; undefined for a clinic that only the register knows. */
  extractedAt?: Date;
}

interface Observed {
  readonly subject: string;
  readonly method: string;
  at: number;
  accepting: boolean;
}

type Counts = Partial<SyncCounts>;

/**
 * A plain model of synchronization, which the SQL is compared with. A clinic's name is the first letter of its
 * origin and its place, e.g. "c1" or "r1".
 */
export class SyncModel {
  readonly doctors = new Map<string, ModelDoctor>();
  readonly clinics = new Map<string, ModelClinic>();
  readonly #observed: Observed[] = [];
  readonly #waiting: Observed[] = [];
  /** The number of rows that the last run left alone, because a newer extract had described their records. */
  leftAlone = 0;

  register(
    given: readonly ModelRegistration[],
    rejects: ModelRejects<string>,
    { complete, now, extractedAt }: ModelExtract,
  ): Counts {
    const counts = { ...countsOf(given, rejects), created: 0, updated: 0, unchanged: 0 };
    const rows = this.#leaveNewer(given, extractedAt, ({ number }) => this.doctors.get(number));
    const more = { expired: 0, unexpired: 0, opened: 0, reopened: 0, closed: 0 };
    const clinicAt = new Map<number, string>();
    for (const place of new Set(rows.flatMap((row) => row.places))) {
      const name = this.#clinicAt(place);
      clinicAt.set(place, name ?? `r${place}`);
    }
    for (const [place, name] of clinicAt) {
      const clinic = this.clinics.get(name);
      const used = rows.some((row) => row.active && row.places.includes(place));
      if (!clinic) {
        this.clinics.set(name, { place, origin: 'register', open: used, accepting: null });
        if (used) more.opened++;
      } else if (!clinic.open && used) {
        clinic.open = true;
        more.reopened++;
      }
    }
    for (const row of rows) {
      const stored = this.doctors.get(row.number);
      const places = [...new Set(row.places.map((place) => clinicAt.get(place)!))];
      const expiredAt = row.active ? null : (stored?.expiredAt ?? now);
      const before = stored?.confirmedAt ?? null;
      const confirmedAt = row.active && !(before && before > extractedAt) ? extractedAt : before;
      this.doctors.set(row.number, { places, status: row.active, confirmedAt, expiredAt, extractedAt });
      if (!stored) {
        counts.created++;
        continue;
      }
      if (!stored.expiredAt && expiredAt) more.expired++;
      if (stored.expiredAt && !expiredAt) more.unexpired++;
      const same =
        stored.status === row.active &&
        stored.places.join() === places.join() &&
        stored.expiredAt?.getTime() === expiredAt?.getTime();
      counts[same ? 'unchanged' : 'updated']++;
    }
    if (complete && rejects.unreadable === 0) {
      const known = new Set([...given.map((row) => row.number), ...rejects.keys]);
      for (const [number, doctor] of this.doctors) {
        if (doctor.expiredAt || known.has(number) || doctor.extractedAt > extractedAt) continue;
        doctor.expiredAt = now;
        doctor.extractedAt = extractedAt;
        more.expired++;
      }
    }
    for (const [name, clinic] of this.clinics) {
      if (clinic.origin !== 'register' || !clinic.open || this.#isUsed(name)) continue;
      const taken = clinicAt.get(clinic.place)?.startsWith('c');
      if (!taken && !(complete && rejects.unreadable === 0)) continue;
      clinic.open = false;
      more.closed++;
    }
    const matched = this.#match();
    this.#derive();
    return { ...counts, ...more, matched };
  }

  listClinics(
    given: readonly ModelClinicRow[],
    rejects: ModelRejects<number>,
    { complete, extractedAt }: ModelExtract,
  ): Counts {
    const counts = { ...countsOf(given, rejects), created: 0, updated: 0, unchanged: 0 };
    const rows = this.#leaveNewer(given, extractedAt, ({ place }) => this.clinics.get(`c${place}`));
    const more = { reopened: 0, closed: 0, kept: 0 };
    const before = new Map(rows.map(({ place }) => [place, { ...this.clinics.get(`c${place}`) }]));
    for (const { place, accepting } of rows) {
      const name = `c${place}`;
      const stored = this.clinics.get(name);
      if (stored && !stored.open) more.reopened++;
      const before = stored?.accepting ?? null;
      this.clinics.set(name, { place, origin: 'clinic', accepting: before, open: true, extractedAt });
      if (accepting === null) this.#withdrawUndated(name);
      else this.#addUndated(name, accepting, extractedAt.getTime());
    }
    this.#derive();
    for (const { place } of rows) {
      const was = before.get(place)!;
      if (was.place === undefined) counts.created++;
      else if (!was.open || was.accepting !== this.clinics.get(`c${place}`)!.accepting) counts.updated++;
      else counts.unchanged++;
    }
    if (complete && rejects.unreadable === 0) {
      const known = new Set(
        [...given.map(({ place }) => place), ...rejects.keys].map((place) => `c${place}`),
      );
      for (const [name, clinic] of this.clinics) {
        if (clinic.origin !== 'clinic' || !clinic.open || known.has(name)) continue;
        if (clinic.extractedAt! > extractedAt) continue;
        if (this.#isUsed(name)) more.kept++;
        else {
          clinic.open = false;
          clinic.extractedAt = extractedAt;
          more.closed++;
        }
      }
    }
    const matched = this.#match();
    this.#derive();
    return { ...counts, ...more, matched };
  }

  observe(rows: readonly ModelObservation[], { now }: ModelExtract): Counts {
    this.leftAlone = 0;
    const counts = { read: rows.length, created: 0, updated: 0, unchanged: 0, waiting: 0 };
    for (const { subject, accepting, daysAgo } of rows) {
      const at = now.getTime() - daysAgo * 86_400_000;
      const observed = { subject, method: 'phone', at, accepting };
      if (this.clinics.has(subject) || this.doctors.has(subject)) counts[put(this.#observed, observed)]++;
      else {
        put(this.#waiting, observed);
        counts.waiting++;
      }
    }
    this.#derive();
    return counts;
  }

  /** Returns the rows but for those whose record a newer extract described, which it counts. */
  #leaveNewer<Row>(
    rows: readonly Row[],
    extractedAt: Date,
    storedOf: (row: Row) => { readonly extractedAt?: Date } | undefined,
  ): readonly Row[] {
    const used = rows.filter((row) => !((storedOf(row)?.extractedAt ?? extractedAt) > extractedAt));
    this.leftAlone = rows.length - used.length;
    return used;
  }

  /** Uses what waited, where its subject is known now. */
  #match(): number {
    const waiting = this.#waiting.splice(0);
    for (const each of waiting) {
      const isKnown = this.clinics.has(each.subject) || this.doctors.has(each.subject);
      put(isKnown ? this.#observed : this.#waiting, each);
    }
    return waiting.length - this.#waiting.length;
  }

  /** Returns the clinic at a place: open before closed, another source's before the register's. */
  #clinicAt(place: number): string | undefined {
    const names = [`c${place}`, `r${place}`].filter((name) => this.clinics.has(name));
    return names.find((name) => this.clinics.get(name)!.open) ?? names[0];
  }

  #isUsed(name: string): boolean {
    return [...this.doctors.values()].some((doctor) => !doctor.expiredAt && doctor.places.includes(name));
  }

  /** A source that repeats without a date what it said last makes no new observation. */
  #addUndated(subject: string, accepting: boolean, at: number): void {
    const last = newestOf(this.#observed.filter((o) => o.subject === subject));
    if (last?.accepting !== accepting) put(this.#observed, { subject, method: '', at, accepting });
  }

  /** A source that no longer says anything ends what it said without a date. */
  #withdrawUndated(subject: string): void {
    const isUndated = (o: Observed) => o.subject === subject && o.method === '';
    const kept = this.#observed.filter((o) => !isUndated(o));
    this.#observed.splice(0, Infinity, ...kept);
  }

  #derive(): void {
    for (const [name, clinic] of this.clinics) {
      const own = newestOf(this.#observed.filter((o) => o.subject === name));
      const staff = [...this.doctors].filter(([, doctor]) => !doctor.expiredAt && doctor.places[0] === name);
      const known = staff.flatMap(
        ([number]) => newestOf(this.#observed.filter((o) => o.subject === number)) ?? [],
      );
      if (own) clinic.accepting = own.accepting || known.some((o) => o.accepting && o.at > own.at);
      else clinic.accepting = known.length === 0 ? null : known.some((o) => o.accepting);
    }
  }
}

function countsOf(rows: readonly unknown[], { keys, unreadable }: ModelRejects<unknown>) {
  const rejected = keys.length + unreadable;
  return { read: rows.length + rejected, rejected };
}

/** Adds an observation, or replaces the one with its subject, method and time. */
function put(observed: Observed[], { subject, method, at, accepting }: Observed) {
  const stored = observed.find((o) => o.subject === subject && o.method === method && o.at === at);
  if (!stored) {
    observed.push({ subject, method, at, accepting });
    return 'created';
  }
  if (stored.accepting === accepting) return 'unchanged';
  stored.accepting = accepting;
  return 'updated';
}

/** Returns the newest observation; of two at the same time, the one that says yes. */
function newestOf(observed: readonly Observed[]): Observed | undefined {
  return observed.toSorted((a, b) => b.at - a.at || Number(b.accepting) - Number(a.accepting))[0];
}
