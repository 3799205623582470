import type { UnknownFact } from '../messages/index.js';
import type { ClinicFlag, ClinicTest } from './clinic-test.js';
import type { ClinicCriterion, DoctorCriterion } from './criteria.js';

const FACT_OF_FLAG: Readonly<Record<ClinicFlag, UnknownFact>> = {
  accepting: 'accepting',
  evening: 'hours',
  weekend: 'hours',
  wheelchair: 'wheelchair',
  virtualVisits: 'virtualVisits',
  nearTTC: 'nearTTC',
  hasWebsite: 'website',
};

type Criterion = DoctorCriterion | ClinicCriterion;

/** Returns what criteria ask about that may not be known of a record, each once. */
export function unknownFacts(criteria: readonly Criterion[], facts: UnknownFact[] = []): UnknownFact[] {
  for (const criterion of criteria) {
    if (criterion.by === 'doctor') unknownFacts(criterion.all, facts);
    const fact = factOf(criterion);
    if (fact !== undefined && !facts.includes(fact)) facts.push(fact);
  }
  return facts;
}

/** Returns the criteria that ask about any of some facts. */
export function askingAbout<C extends Criterion>(
  criteria: readonly C[],
  facts: readonly UnknownFact[],
): readonly C[] {
  return criteria.filter((criterion) => unknownFacts([criterion]).some((fact) => facts.includes(fact)));
}

/**
 * Returns the criteria about a fact. Where one doctor must meet several, what the others ask about may be unknown of the
 * doctor.
 */
export function criteriaAbout<C extends Criterion>(criteria: readonly C[], fact: UnknownFact): readonly C[] {
  return askingAbout(criteria, [fact]).map((criterion) =>
    criterion.by === 'doctor'
      ? (relaxed(
          criterion,
          unknownFacts(criterion.all).filter((other) => other !== fact),
        ) as C)
      : criterion,
  );
}

/** Returns the criteria that a record meets if it meets these, or if what they ask about some facts is not known of it. */
export function orUnknown<C extends Criterion>(
  criteria: readonly C[],
  facts: readonly UnknownFact[],
): readonly C[] {
  return criteria.map((criterion) => relaxed(criterion, facts) as C);
}

/** Returns what a criterion asks about that may not be known; undefined if it is always known, or asked of one doctor. */
function factOf(criterion: Criterion): UnknownFact | undefined {
  if (criterion.by === 'value') return criterion.of;
  return criterion.by === 'clinic' ? factOfTest(criterion.test) : undefined;
}

function factOfTest(test: ClinicTest): UnknownFact | undefined {
  if (test.by === 'flag') return FACT_OF_FLAG[test.has];
  if (test.by === 'open' || test.by === 'open-on') return 'hours';
  if (test.by === 'area') return 'area';
  return test.by === 'acceptance' && !test.anyOf.includes('unknown') ? 'accepting' : undefined;
}

function relaxed(criterion: Criterion, facts: readonly UnknownFact[]): Criterion {
  if (criterion.by === 'doctor') return { by: 'doctor', all: orUnknown(criterion.all, facts) };
  const fact = factOf(criterion);
  if (fact === undefined || !facts.includes(fact)) return criterion;
  if (criterion.by === 'value') return { ...criterion, orUnknown: true };
  return criterion.by === 'clinic' ? { by: 'clinic', test: relaxedTest(criterion.test) } : criterion;
}

function relaxedTest(test: ClinicTest): ClinicTest {
  if (test.by === 'acceptance') return { by: 'acceptance', anyOf: [...test.anyOf, 'unknown'] };
  if (test.by === 'flag' || test.by === 'area' || test.by === 'open' || test.by === 'open-on')
    return { ...test, orUnknown: true };
  return test;
}
