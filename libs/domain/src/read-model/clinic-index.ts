import type { Position } from '../geo.js';
import type { ClinicCriterion, ClinicFlag } from '../criteria.js';
import type { ClinicExtra } from '../query.js';
import type { Moment } from '../moment.js';
import { type Bitset, emptyBitset, fullBitset, hasBit, intersect, membersOf } from './bitset.js';
import type { DoctorIndex } from './doctor-index.js';
import { nearestFirst, unitVectors } from './nearest.js';

/** What the index is made of, in default order. */
export interface ClinicColumns {
  readonly ids: readonly string[];
  /** JSON of the list item, without its closing brace. */
  readonly items: readonly string[];
  /** JSON of the detail up to and including `"doctors":`. */
  readonly details: readonly string[];
  /** JSON array of the remarks. */
  readonly notes: readonly string[];
  /** JSON of the links but for `self`, without the opening brace. */
  readonly links: readonly string[];
  readonly positions: readonly Position[];
  readonly byFlag: Readonly<Record<ClinicFlag, Bitset>>;
  /** The listed doctors of clinic c are doctors[starts[c]] … doctors[starts[c + 1] - 1], in default order. */
  readonly doctorStarts: Int32Array;
  readonly doctors: Int32Array;
}

/** All clinics of one dataset version. */
export class ClinicIndex {
  readonly size: number;
  readonly #columns: ClinicColumns;
  readonly #ordinals: ReadonlyMap<string, number>;
  readonly #all: Bitset;
  readonly #result: Bitset;
  readonly #vectors: Float64Array;

  constructor(
    columns: ClinicColumns,
    private readonly doctorIndex: DoctorIndex,
  ) {
    this.#columns = columns;
    this.size = columns.ids.length;
    this.#ordinals = new Map(columns.ids.map((id, ordinal) => [id, ordinal]));
    this.#all = fullBitset(this.size);
    this.#result = emptyBitset(this.size);
    this.#vectors = unitVectors(columns.positions);
  }

  ordinalOf(id: string): number | undefined {
    return this.#ordinals.get(id);
  }

  id(ordinal: number): string {
    return this.#columns.ids[ordinal]!;
  }

  accepts(ordinal: number): boolean {
    return hasBit(this.#columns.byFlag.accepting, ordinal);
  }

  /** The clinics that meet all criteria. The set is overwritten by the next call. */
  select(criteria: readonly ClinicCriterion[], moment: Moment): Bitset {
    this.#result.set(this.#all);
    for (const criterion of criteria) {
      if (criterion.by === 'clinic') intersect(this.#result, this.#columns.byFlag[criterion.has]);
      else this.#keepThoseWith(this.doctorIndex.select(criterion.all, moment));
    }
    return this.#result;
  }

  /** Which of the clinics given are nearest to a place: `atMost` indexes into the list, nearest first. */
  nearestFirst(clinics: ArrayLike<number>, from: Position, atMost: number): readonly number[] {
    return nearestFirst(this.#vectors, clinics, from, atMost);
  }

  /** The listed doctors of a clinic, by ordinal. */
  doctorsOf(ordinal: number): Int32Array {
    const { doctors, doctorStarts } = this.#columns;
    return doctors.subarray(doctorStarts[ordinal], doctorStarts[ordinal + 1]);
  }

  /** JSON of a clinic as lists show it, with the optional members asked for. */
  item(ordinal: number, include: readonly ClinicExtra[], apiUrl: string): string {
    return `${this.#columns.items[ordinal]}${this.extras(ordinal, include, apiUrl)}}`;
  }

  /** JSON of the optional members, each from a comma on. */
  extras(ordinal: number, include: readonly ClinicExtra[], apiUrl: string): string {
    if (include.length === 0) return '';
    const { notes, links, ids } = this.#columns;
    const made: Record<ClinicExtra, () => string> = {
      notes: () => `,"notes":${notes[ordinal]}`,
      links: () =>
        `,"links":{"self":${JSON.stringify(`${apiUrl}/clinics/${ids[ordinal]}`)},${links[ordinal]}`,
    };
    return (['notes', 'links'] as const)
      .map((extra) => (include.includes(extra) ? made[extra]() : ''))
      .join('');
  }

  /** JSON of a clinic in full, with so many of its doctors at most. */
  detail(ordinal: number, moment: Moment, mostDoctors: number): string {
    const doctors = Array.from(
      this.doctorsOf(ordinal).subarray(0, Math.min(mostDoctors, this.doctorIndex.listed)),
    );
    const items = doctors.map((doctor) => this.doctorIndex.itemInClinic(doctor, moment));
    return `${this.#columns.details[ordinal]}[${items.join(',')}]}`;
  }

  #keepThoseWith(matching: Bitset): void {
    const { doctors, doctorStarts } = this.#columns;
    for (const clinic of membersOf(this.#result)) {
      let found = false;
      for (let at = doctorStarts[clinic]!; !found && at < doctorStarts[clinic + 1]!; at++) {
        found = hasBit(matching, doctors[at]!);
      }
      if (!found) this.#result[clinic >>> 5]! &= ~(1 << (clinic & 31));
    }
  }
}
