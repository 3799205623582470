import { tellsPlace } from '../text/address-key.js';
import { compareText } from '../text/text.js';
import { type ClinicIdentity, SAME_REASONS, sameBecauseAmong, type SameReason } from './alike.js';

/** A record of a source, as far as it decides which clinic it is about. */
export interface ClinicMember extends ClinicIdentity {
  /** Identifies the record among those of all sources. */
  readonly ref: string;
  /** The source, if it lists clinics; null for a register, which only names places. */
  readonly listedBy: string | null;
  /** The id of a clinic that this record founds. Records of several sources with one id are about one clinic. */
  readonly id: string;
  /** The time of the oldest extract that lists it, in milliseconds since 1970. */
  readonly firstListed: number;
  /** Its precedence among the sources: the lowest founds a clinic of records that were first listed at one time. */
  readonly rank: number;
}

/** What operators decided about clinics, by the ids that records give. */
export interface ClinicDecisions {
  /** Clinics that are another one, each with the other. */
  readonly merged: ReadonlyMap<string, string>;
  /** Pairs of clinics that are not one. */
  readonly apart: readonly (readonly [string, string])[];
  /** Clinics that operators corrected, hid or pinned. */
  readonly decided: ReadonlySet<string>;
}
export const NO_DECISIONS: ClinicDecisions = { merged: new Map(), apart: [], decided: new Set() };

/** The records that are about one clinic. */
export interface ResolvedClinic {
  /** The id that the record gives that founds the clinic. */
  readonly id: string;
  /** The founding record comes first. */
  readonly members: readonly ClinicMember[];
}

/**
 * Returns the clinics that records are about. Every record is about the clinic that it founds, or is the same as the
 * record that founded it: similarity is not passed on from record to record, and a source that lists two clinics means two. A clinic of which operators decided
 * anything is founded first, then the one that was listed first. What operators decided about two records counts more
 * than what is alike.
 */
export function resolveClinics(
  records: readonly ClinicMember[],
  decisions: ClinicDecisions = NO_DECISIONS,
): readonly ResolvedClinic[] {
  const sameBecause = sameBecauseAmong(records);
  const apart = new Set(decisions.apart.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const areApart = (a: Unit, members: readonly ClinicMember[]) =>
    a.records.some((one) => members.some((other) => apart.has(`${one.id} ${other.id}`)));
  const clinics: Founded[] = [];
  const candidates = new CandidateIndex();
  for (const unit of unitsOf(records, decisions)) {
    let best: { readonly clinic: Founded; readonly rank: number } | undefined;
    for (const clinic of candidates.of(unit.records)) {
      if (areApart(unit, clinic.members)) continue;
      const rank = Math.min(
        ...unit.records.flatMap((one) => clinic.founders.map((other) => reasonRank(sameBecause(one, other)))),
      );
      const isBetter =
        rank < (best?.rank ?? Infinity) || (rank === best?.rank && clinic.place < best.clinic.place);
      if (isBetter && rank < Infinity) best = { clinic, rank };
    }
    if (best) {
      candidates.remove(best.clinic);
      best.clinic.members.push(...unit.records);
      candidates.add(best.clinic);
      continue;
    }
    const clinic = { place: clinics.length, founders: unit.records, members: [...unit.records] };
    clinics.push(clinic);
    candidates.add(clinic);
  }
  return clinics.map(({ members }) => ({ id: members[0]!.id, members }));
}

/** A clinic with the records that founded it, and its place in the order of founding. */
interface Founded {
  readonly place: number;
  readonly founders: readonly ClinicMember[];
  readonly members: ClinicMember[];
}

/**
 * Clinics by what others have in common with their founders, and there by the sources that list them. A source lists a clinic
 * once, so that thousands of clinics of a source with one address or telephone are not compared with one another.
 */
class CandidateIndex {
  readonly #byKey = new Map<string, Map<string, CandidateGroup>>();

  /** Returns the clinics that have something in common with records, and that none of their sources lists. */
  of(records: readonly ClinicMember[]): ReadonlySet<Founded> {
    const sources = sourcesOf(records);
    const groups = keysOf(records).flatMap((key) => [...(this.#byKey.get(key)?.values() ?? [])]);
    const others = groups.filter((group) => !sources.some((source) => group.sources.has(source)));
    return new Set(others.flatMap(({ clinics }) => [...clinics]));
  }

  add(clinic: Founded): void {
    const sources = sourcesOf(clinic.members);
    const name = sources.toSorted().join(' ');
    for (const key of keysOf(clinic.founders)) {
      const groups = this.#byKey.get(key) ?? new Map<string, CandidateGroup>();
      this.#byKey.set(key, groups);
      const group = groups.get(name) ?? { sources: new Set(sources), clinics: new Set() };
      groups.set(name, group);
      group.clinics.add(clinic);
    }
  }

  remove(clinic: Founded): void {
    for (const key of keysOf(clinic.founders))
      for (const { clinics } of this.#byKey.get(key)?.values() ?? []) clinics.delete(clinic);
  }
}

interface CandidateGroup {
  readonly sources: ReadonlySet<string>;
  readonly clinics: Set<Founded>;
}

function sourcesOf(records: readonly ClinicMember[]): readonly string[] {
  return [...new Set(records.map(({ listedBy }) => listedBy).filter((source) => source !== null))];
}

function keysOf(records: readonly ClinicMember[]): readonly string[] {
  return [...new Set(records.flatMap(blockingKeys))];
}

/** Returns what two records that are about one clinic have in common: one of these. */
function blockingKeys({ addressKey, placeKey, phone }: ClinicMember): readonly string[] {
  return [
    ...(tellsPlace(addressKey) ? [`address ${addressKey}`] : []),
    ...(placeKey ? [`place ${placeKey}`] : []),
    ...(phone ? [`phone ${phone}`] : []),
  ];
}

/** Records with one id, and those that operators merged. The record that answers for the others comes first. */
interface Unit {
  readonly records: readonly ClinicMember[];
}

function unitsOf(records: readonly ClinicMember[], { merged, decided }: ClinicDecisions): readonly Unit[] {
  const known = new Set(records.map(({ id }) => id));
  const survivorOf = (id: string): string => {
    const into = merged.get(id);
    return into !== undefined && known.has(into) ? survivorOf(into) : id;
  };
  const isDecided = ({ records: own }: Unit) =>
    own.some(({ id }) => merged.has(id)) || own.some(({ id }) => decided.has(id));
  return [...Map.groupBy(records.toSorted(byAge), ({ id }) => survivorOf(id))]
    .map(([survivor, own]) => ({
      records: own.toSorted((a, b) => Number(b.id === survivor) - Number(a.id === survivor)),
    }))
    .toSorted((a, b) => Number(isDecided(b)) - Number(isDecided(a)) || byAge(a.records[0]!, b.records[0]!));
}

function byAge(a: ClinicMember, b: ClinicMember): number {
  return a.firstListed - b.firstListed || a.rank - b.rank || compareText(a.ref, b.ref);
}

function reasonRank(reason: SameReason | undefined): number {
  return reason === undefined ? Infinity : SAME_REASONS.indexOf(reason);
}
