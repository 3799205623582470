import type { LeftOut, LeftOutKind, Message, UnknownFact } from '../messages/index.js';
import type { DoctorSets } from '../read-model/doctors/doctor-sets.js';
import type { Bitset } from '../read-model/memory/bitset.js';
import type { ClinicCriterion, DoctorCriterion } from '../rules/criteria.js';
import { holidayOn } from '../rules/time/holidays.js';
import { askingAbout, criteriaAbout, orUnknown, unknownFacts } from '../rules/unknown-facts.js';

/** A warning about records that are left out, or that only known hours of a holiday count. */
type LeftOutWarning = Extract<Message, { readonly code: 'left_out' | 'only_hours_of_holiday' }>;

/** The records that meet criteria, and those that may. A set of records is valid until the next selection. */
interface Selected {
  readonly matches: Bitset;
  /** The facts that the criteria ask about and that are not known of every record. */
  readonly asked: readonly UnknownFact[];
  /** Those that meet the criteria if what is not known suits them; absent if nothing is asked about. Held until the next query. */
  readonly possible?: Bitset;
}

/**
 * Selects the records that may meet criteria, and of them those that do: what is known of every record is compared once.
 * @param doctors what is known of every doctor leaves out no record
 * @param sets what holds the sets that `select` returns
 */
export function selectKnown<C extends DoctorCriterion | ClinicCriterion>(
  criteria: readonly C[],
  doctors: Pick<DoctorSets, 'isKnown'>,
  select: (criteria: readonly C[], among?: Bitset) => Bitset,
  sets: Pick<DoctorSets, 'hold'>,
): Selected {
  const asked = unknownFacts(criteria).filter((fact) => !doctors.isKnown(fact));
  if (asked.length === 0) return { matches: select(criteria), asked };
  const possible = sets.hold(select(orUnknown(criteria, asked)));
  return { matches: select(askingAbout(criteria, asked), possible), asked, possible };
}

/**
 * Returns the warning about records that meet criteria but for what is not known of them; undefined if there is nothing to say.
 * @param asked the facts that the criteria ask about and that are not known of every record
 * @param matched number of records that meet the criteria
 * @param countPossible returns the number of records that may meet the criteria, or of those that also meet some
 */
export function leftOut<C extends DoctorCriterion | ClinicCriterion>(
  kind: LeftOutKind,
  criteria: readonly C[],
  asked: readonly UnknownFact[],
  matched: number,
  countPossible: (also?: readonly C[]) => number,
): LeftOutWarning | undefined {
  const params = countLeftOut(kind, criteria, asked, matched, countPossible);
  const date = dateOf(criteria);
  const holiday = date === undefined ? undefined : holidayOn(date);
  // On a holiday, the warning names it, whether or not records are left out.
  if (date !== undefined && holiday !== undefined)
    return { code: 'only_hours_of_holiday', params: { date, holiday, ...params } };
  return params.count > 0 ? { code: 'left_out', params } : undefined;
}

/** Returns the date for which criteria ask about opening hours; undefined if they ask for none. */
function dateOf(criteria: readonly (DoctorCriterion | ClinicCriterion)[]): string | undefined {
  for (const criterion of criteria)
    if (criterion.by === 'clinic' && criterion.test.by === 'open-on') return criterion.test.date;
  return undefined;
}

function countLeftOut<C extends DoctorCriterion | ClinicCriterion>(
  kind: LeftOutKind,
  criteria: readonly C[],
  asked: readonly UnknownFact[],
  matched: number,
  countPossible: (also?: readonly C[]) => number,
): LeftOut {
  if (asked.length === 0) return { count: 0, kind, facts: [] };
  const possible = countPossible();
  const count = possible - matched;
  const all = asked.map((fact) => ({ fact, count }));
  if (count === 0 || asked.length === 1) return { count, kind, facts: all };
  const facts = asked
    .map((fact) => ({ fact, count: possible - countPossible(criteriaAbout(criteria, fact)) }))
    .filter((each) => each.count > 0);
  // Of two doctors of a clinic, a different fact may be unknown: then neither alone leaves the clinic out.
  return { count, kind, facts: facts.length > 0 ? facts : all };
}
