import type { UnknownFact } from '../messages/index.js';
import type { ClinicFlag, ClinicTest } from './clinic-test.js';
import type { ClinicCriterion, DoctorCriterion, DoctorValue } from './criteria.js';

const FACT_OF_FLAG: Readonly<Record<ClinicFlag, UnknownFact>> = {
  accepting: 'accepting',
  evening: 'hours',
  weekend: 'hours',
  wheelchair: 'wheelchair',
  virtualVisits: 'virtualVisits',
  nearTTC: 'nearTTC',
  hasWebsite: 'website',
};
const FACT_OF_VALUE: Readonly<Record<DoctorValue, UnknownFact>> = {
  specialties: 'specialties',
  languages: 'languages',
  gender: 'gender',
  independent: 'independent',
};

type Criterion = DoctorCriterion | ClinicCriterion;

/** Returns what criteria ask about that may not be known of a record, each once. */
export function unknownFacts(criteria: readonly Criterion[]): readonly UnknownFact[] {
  return [...new Set(criteria.flatMap(factsOf))];
}

/** Returns the criteria that ask about a fact. */
export function criteriaAbout<C extends Criterion>(criteria: readonly C[], fact: UnknownFact): readonly C[] {
  return criteria.filter((criterion) => factsOf(criterion).includes(fact));
}

/**
 * Returns the criteria that a record meets if it meets these, or if what they ask about some facts is not known of it.
 * @param facts whether a fact is one of them
 */
export function orUnknown<C extends Criterion>(
  criteria: readonly C[],
  facts: (fact: UnknownFact) => boolean = () => true,
): readonly C[] {
  return criteria.map((criterion) => relaxed(criterion, facts) as C);
}

function factsOf(criterion: Criterion): readonly UnknownFact[] {
  if (criterion.by === 'value') return [FACT_OF_VALUE[criterion.of]];
  if (criterion.by === 'doctor') return criterion.all.flatMap(factsOf);
  return criterion.by === 'clinic' ? (factOfTest(criterion.test) ?? []) : [];
}

function factOfTest(test: ClinicTest): readonly [UnknownFact] | undefined {
  if (test.by === 'flag') return [FACT_OF_FLAG[test.has]];
  if (test.by === 'open' || test.by === 'open-on') return ['hours'];
  if (test.by === 'area') return ['area'];
  return test.by === 'acceptance' && !test.anyOf.includes('unknown') ? ['accepting'] : undefined;
}

function relaxed(criterion: Criterion, facts: (fact: UnknownFact) => boolean): Criterion {
  if (criterion.by === 'doctor') return { by: 'doctor', all: orUnknown(criterion.all, facts) };
  if (!factsOf(criterion).some(facts)) return criterion;
  if (criterion.by === 'value') return { ...criterion, orUnknown: true };
  return criterion.by === 'clinic' ? { by: 'clinic', test: relaxedTest(criterion.test) } : criterion;
}

function relaxedTest(test: ClinicTest): ClinicTest {
  if (test.by === 'acceptance') return { by: 'acceptance', anyOf: [...test.anyOf, 'unknown'] };
  if (test.by === 'flag' || test.by === 'area' || test.by === 'open' || test.by === 'open-on')
    return { ...test, orUnknown: true };
  return test;
}
