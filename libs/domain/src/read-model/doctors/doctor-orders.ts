import type { AsOf } from '../../rules/time/as-of.js';
import { wholeYears } from '../../rules/time/calendar.js';
import type { Position } from '../../rules/geo.js';
import { addBit, type Bitset, countBits, emptyBitset, hasBit, membersOf } from '../memory/bitset.js';
import { listAt } from '../memory/packed-lists.js';
import type { DoctorColumns } from './doctor-columns.js';

/** The search for nearest doctors reads this many more clinics than a page needs on average. */
const SPARE_CLINICS = 8;
/** If the clinics do not fill the page, the next attempt reads this many times as many. */
const GROWTH = 4;

/** The part of `ClinicIndex` that the order by distance needs. */
interface NearestClinics {
  readonly size: number;
  readonly sets: { readonly all: Bitset };
  /** Returns the nearest clinics of a set, in groups of equal distance. */
  nearestGroups(
    clinics: Bitset,
    from: Position,
    limit: number,
  ): { readonly groups: readonly (readonly number[])[]; readonly isComplete: boolean };
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Returns pages of doctors by distance or years of practice; doctors with equal values stay in default order. By distance it
 * reads only the nearest clinics until the page is full; by years it filters one order of all doctors, cached per day.
 */
export class DoctorOrders {
  #byYears = { today: 0, order: new Int32Array(0) };

  constructor(
    private readonly columns: Pick<
      DoctorColumns,
      'listed' | 'primaryClinics' | 'byPrimaryClinic' | 'practisingSince'
    >,
  ) {}

  /** Returns a page of a set of doctors by distance of their primary clinic. @param total number of doctors in the set */
  nearest(
    clinics: NearestClinics,
    doctors: Bitset,
    total: number,
    from: Position,
    page: Page,
  ): readonly number[] {
    const { offset } = page;
    const end = Math.min(offset + page.limit, total);
    if (offset >= end) return [];
    // A large set has doctors at nearly every clinic; a small set has none at most clinics.
    const isMost = 2 * total > this.columns.listed;
    const among = isMost ? clinics.sets.all : this.#primaryClinics(doctors, clinics.size);
    let count = Math.ceil((end * countBits(among)) / total) + SPARE_CLINICS;
    for (; ; count *= GROWTH) {
      const { groups, isComplete } = clinics.nearestGroups(among, from, count);
      const found: number[] = [];
      for (const group of groups) {
        if (found.length >= end) break;
        this.#addDoctorsAt(group, doctors, found);
      }
      if (found.length >= end || isComplete) return found.slice(offset, end);
    }
  }

  /** Returns a page of a set of doctors by whole years of practice, most first. */
  mostYears(doctors: Bitset, { offset, limit }: Page, asOf: AsOf): readonly number[] {
    const found: number[] = [];
    let passed = 0;
    for (const doctor of this.#orderByYears(asOf.today)) {
      if (found.length >= limit) break;
      if (hasBit(doctors, doctor) && passed++ >= offset) found.push(doctor);
    }
    return found;
  }

  #primaryClinics(doctors: Bitset, size: number): Bitset {
    const clinics = emptyBitset(size);
    for (const doctor of membersOf(doctors)) addBit(clinics, this.columns.primaryClinics[doctor]!);
    return clinics;
  }

  /** Adds the doctors of a set at clinics with equal distance. */
  #addDoctorsAt(clinics: readonly number[], doctors: Bitset, to: number[]): void {
    const lists = clinics.map((clinic) => listAt(this.columns.byPrimaryClinic, clinic));
    const all = lists.length === 1 ? lists[0]! : lists.flatMap((list) => [...list]).toSorted((a, b) => a - b);
    for (const doctor of all) if (hasBit(doctors, doctor)) to.push(doctor);
  }

  /** Returns all listed doctors, most years of practice first. Caches the order until the date changes. */
  #orderByYears(today: number): Int32Array {
    if (this.#byYears.today === today) return this.#byYears.order;
    const { listed, practisingSince } = this.columns;
    const counts: number[] = [];
    for (let doctor = 0; doctor < listed; doctor++) {
      const years = wholeYears(practisingSince[doctor]!, today);
      counts[years] = (counts[years] ?? 0) + 1;
    }
    // A counting sort: one list per number of years would take six times as long and delay other requests.
    /** By number of years: the index in `order` of the next doctor. The most years come first; some numbers have no doctor. */
    const next = new Int32Array(counts.length);
    let end = listed;
    for (const [years, count = 0] of counts.entries()) next[years] = end -= count;
    const order = new Int32Array(listed);
    for (let doctor = 0; doctor < listed; doctor++)
      order[next[wholeYears(practisingSince[doctor]!, today)]!++] = doctor;
    this.#byYears = { today, order };
    return order;
  }
}
