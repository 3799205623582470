import type { AsOf } from '../../rules/as-of.js';
import { wholeYears } from '../../rules/calendar.js';
import type { Position } from '../../rules/geo.js';
import { addBit, type Bitset, countBits, emptyBitset, hasBit, membersOf } from '../memory/bitset.js';
import { listAt } from '../memory/packed-lists.js';
import type { DoctorColumns } from './doctor-columns.js';

/** Clinics to visit beyond those that are expected to fill a page, and by how much more in each further attempt. */
const SPARE_CLINICS = 8;
const GROWTH = 4;

/** The clinics of one dataset version, as the order by distance needs them. */
interface NearestClinics {
  readonly size: number;
  readonly sets: { readonly all: Bitset };
  nearestGroups(
    clinics: Bitset,
    from: Position,
    atMost: number,
  ): { readonly groups: readonly (readonly number[])[]; readonly isComplete: boolean };
}

/** A part of a list. */
interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Orders the listed doctors of one dataset version other than by name. Equal ones stay in default order. */
export class DoctorOrders {
  #byYears = { today: 0, order: new Int32Array(0) };

  constructor(
    private readonly columns: Pick<DoctorColumns, 'listed' | 'clinics' | 'byClinic' | 'practisingSince'>,
  ) {}

  /**
   * Returns a page of a set of doctors, nearest first by their primary clinic. Visits as many clinics as fill the page.
   * @param total number of doctors in the set
   */
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
    // Most doctors are at nearly every clinic. Of few, most clinics have none.
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
    let rank = 0;
    for (const doctor of this.#orderByYears(asOf.today)) {
      if (found.length >= limit) break;
      if (hasBit(doctors, doctor) && rank++ >= offset) found.push(doctor);
    }
    return found;
  }

  #primaryClinics(doctors: Bitset, size: number): Bitset {
    const clinics = emptyBitset(size);
    for (const doctor of membersOf(doctors)) addBit(clinics, this.columns.clinics[doctor]!);
    return clinics;
  }

  /** Adds the members of a set whose primary clinic is any of these, which are equally far. */
  #addDoctorsAt(clinics: readonly number[], doctors: Bitset, to: number[]): void {
    const lists = clinics.map((clinic) => listAt(this.columns.byClinic, clinic));
    const all = lists.length === 1 ? lists[0]! : lists.flatMap((list) => [...list]).toSorted((a, b) => a - b);
    for (const doctor of all) if (hasBit(doctors, doctor)) to.push(doctor);
  }

  /** Returns all listed doctors by years. Keeps the order until the date changes. */
  #orderByYears(today: number): Int32Array {
    if (this.#byYears.today === today) return this.#byYears.order;
    const { listed, practisingSince } = this.columns;
    const counts: number[] = [];
    for (let doctor = 0; doctor < listed; doctor++) {
      const years = wholeYears(practisingSince[doctor]!, today);
      counts[years] = (counts[years] ?? 0) + 1;
    }
    // To grow a list for each number of years takes six times as long, and all answers wait meanwhile.
    let place = listed;
    const places = Int32Array.from(counts, (count = 0) => (place -= count));
    const order = new Int32Array(listed);
    for (let doctor = 0; doctor < listed; doctor++)
      order[places[wholeYears(practisingSince[doctor]!, today)]!++] = doctor;
    this.#byYears = { today, order };
    return order;
  }
}
