import { CLINIC_DETAIL, CLINIC_ITEM, CLINIC_LINKS } from '../wire/clinic-parts.js';
import { jsonMembers, memberStart } from '../wire/parts.js';
import { utf8 } from '../../text/utf8.js';
import type { Position } from '../../rules/geo.js';
import type { ClinicCriterion, ClinicFlag, DoctorCriterion } from '../../rules/criteria.js';
import type { ClinicExtra } from '../../contract/query.js';
import type { AsOf } from '../../rules/as-of.js';
import type { AnswerBytes } from '../memory/answer-bytes.js';
import { type Bitset, countBits, emptyBitset, fullBitset, intersect, membersOf } from '../memory/bitset.js';
import type { DoctorIndex } from '../doctors/doctor-index.js';
import { nearestFirst } from './nearest.js';
import { PlaceTree, type PlaceTreeColumns } from './place-tree.js';
import { Staff, type StaffColumns } from './staff.js';
import { type TextColumn, Texts } from '../memory/text-arena.js';
import { TextTable, type TextTableColumns } from '../memory/text-table.js';

/** What the index is made of, in default order. */
export interface ClinicColumns {
  readonly ids: TextTableColumns;
  /** JSON of the list item, without its closing brace. */
  readonly items: TextColumn;
  /** JSON of the summary form; closed clinics may follow. */
  readonly summaries: TextColumn;
  /** JSON of the website. */
  readonly websites: TextColumn;
  /** JSON of the members that only the detail has, from a comma on, but for website and doctors. */
  readonly facts: TextColumn;
  /** JSON array of the remarks. */
  readonly notes: TextColumn;
  /** What the address of a map has after `?mlat=`, and the end of the links. */
  readonly mapEnds: TextColumn;
  /** Points on the unit sphere. */
  readonly vectors: Float64Array;
  readonly places: PlaceTreeColumns;
  readonly byFlag: Readonly<Record<ClinicFlag, Bitset>>;
  readonly staff: StaffColumns;
}

/** All clinics of one dataset version. */
export class ClinicIndex {
  readonly size: number;
  readonly #columns: ClinicColumns;
  readonly #ids: TextTable;
  readonly #all: Bitset;
  readonly #result: Bitset;
  readonly #staff: Staff;
  readonly #places: PlaceTree;
  readonly #items: Texts;
  readonly #summaries: Texts;
  readonly #websites: Texts;
  readonly #facts: Texts;
  readonly #notes: Texts;
  readonly #mapEnds: Texts;

  constructor(
    columns: ClinicColumns,
    private readonly doctorIndex: DoctorIndex,
  ) {
    this.#columns = columns;
    this.#ids = new TextTable(columns.ids);
    this.size = columns.ids.texts.lengths.length;
    this.#all = fullBitset(this.size);
    this.#result = emptyBitset(this.size);
    this.#staff = new Staff(columns.staff);
    this.#places = new PlaceTree(columns.places, columns.vectors);
    this.#items = new Texts(columns.items);
    this.#summaries = new Texts(columns.summaries);
    this.#websites = new Texts(columns.websites);
    this.#facts = new Texts(columns.facts);
    this.#notes = new Texts(columns.notes);
    this.#mapEnds = new Texts(columns.mapEnds);
  }

  ordinalOf(id: string): number | undefined {
    return this.#ids.find(id);
  }

  id(ordinal: number): string {
    return this.#ids.text(ordinal);
  }

  /**
   * The clinics that meet all criteria. The set is overwritten by the next call.
   * @param among the clinics to choose from; all unless given
   */
  select(criteria: readonly ClinicCriterion[], asOf: AsOf, among = this.#all): Bitset {
    this.#result.set(among);
    for (const criterion of criteria) {
      if (criterion.by === 'clinic') intersect(this.#result, this.#columns.byFlag[criterion.has]);
      else this.#narrowToDoctors(criterion.all, asOf);
    }
    return this.#result;
  }

  /** Leaves the clinics where one and the same doctor meets all criteria. */
  #narrowToDoctors(all: readonly DoctorCriterion[], asOf: AsOf): void {
    // Somebody must meet each of them: where that somebody works is known, however many they are.
    for (const criterion of all) {
      const sets = this.doctorIndex.sets.keptSets(criterion);
      if (!sets) continue;
      this.#staff.narrowToAny(this.#result, sets);
      if (all.length === 1) return;
    }
    this.#staff.narrow(this.#result, this.doctorIndex.sets.select(all, asOf));
  }

  /** Those of a set that are nearest to a place, nearest first: all, or `atMost`. */
  nearestOf(clinics: Bitset, from: Position, atMost: number): { total: number; ordinals: Int32Array } {
    const total = countBits(clinics);
    const count = Math.min(atMost, total);
    const looks = (TREE_LOOK * count * this.size) / total;
    if (looks < total) return { total, ordinals: this.#places.nearestOf(clinics, from, count) };
    const found = membersOf(clinics);
    return { total, ordinals: this.nearestFirst(found, from, count).map((index) => found[index]!) };
  }

  /** Which of the clinics given are nearest to a place: `atMost` indexes into the list, nearest first. */
  nearestFirst(clinics: Int32Array, from: Position, atMost: number): Int32Array {
    return nearestFirst(this.#columns.vectors, clinics, from, atMost);
  }

  /** Adds JSON of a clinic as lists show it, with the optional members asked for and a comma for another to follow. */
  addItem(ordinal: number, include: readonly ClinicExtra[], apiUrl: string, to: AnswerBytes): void {
    to.bytes(this.#items.bytes(ordinal));
    this.addExtras(ordinal, include, apiUrl, to);
  }

  /** Adds JSON of the optional members, each from a comma on, and the end of the item with a comma. */
  addExtras(ordinal: number, include: readonly ClinicExtra[], apiUrl: string, to: AnswerBytes): void {
    if (include.includes('notes')) to.text(memberStart(CLINIC_ITEM.notes)).bytes(this.#notes.bytes(ordinal));
    if (include.includes('links')) {
      const self = jsonMembers(CLINIC_LINKS.self(`${apiUrl}/clinics/${this.id(ordinal)}`));
      to.text(`${memberStart(CLINIC_ITEM.links)}{${self}${memberStart(CLINIC_LINKS.website)}`)
        .bytes(this.#websites.bytes(ordinal))
        .bytes(MAP)
        .bytes(this.#mapEnds.bytes(ordinal));
    }
    to.bytes(ITEM_END);
  }

  /** JSON of a clinic in full, with so many of its doctors at most. */
  detail(ordinal: number, asOf: AsOf, mostDoctors: number): string {
    const doctors = Array.from(this.#staff.of(ordinal).subarray(0, mostDoctors));
    const items = doctors.map((doctor) => this.doctorIndex.itemInClinic(doctor, asOf));
    const summary = this.#summaries.text(ordinal).slice(0, -1);
    const website = `${memberStart(CLINIC_DETAIL.website)}${this.#websites.text(ordinal)}`;
    return `${summary}${website}${this.#facts.text(ordinal)}${memberStart(CLINIC_DETAIL.doctors)}[${items.join(',')}]}`;
  }
}

/**
 * To find one member of a set the tree looks at as many places as there are for each member; this says how much more
 * a look in the tree costs than one in a list (measured: with 4,000 clinics and 20 wanted, 400 members cost the same).
 */
const TREE_LOOK = 2;

const MAP = utf8(`${memberStart(CLINIC_LINKS.map)}"https://www.openstreetmap.org/?mlat=`);
const ITEM_END = utf8('},');
