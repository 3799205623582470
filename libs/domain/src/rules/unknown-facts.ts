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
};

type Criterion = DoctorCriterion | ClinicCriterion;

/** Returns what criteria ask about that may not be known of a record, each once. */
export function unknownFacts(criteria: readonly Criterion[]): readonly UnknownFact[] {
  return [...new Set(criteria.flatMap(factsOf))];
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
  switch (criterion.by) {
    case 'value':
      return [FACT_OF_VALUE[criterion.of]];
    case 'clinic':
      return factOfTest(criterion.test) ?? [];
    case 'doctor':
      return criterion.all.flatMap(factsOf);
    default:
      return [];
  }
}

function factOfTest(test: ClinicTest): readonly [UnknownFact] | undefined {
  switch (test.by) {
    case 'flag':
      return [FACT_OF_FLAG[test.has]];
    case 'open':
      return ['hours'];
    case 'area':
      return ['area'];
    case 'acceptance':
      return test.anyOf.includes('unknown') ? undefined : ['accepting'];
    default:
      return undefined;
  }
}

function relaxed(criterion: Criterion, facts: (fact: UnknownFact) => boolean): Criterion {
  switch (criterion.by) {
    case 'value':
      return facts(FACT_OF_VALUE[criterion.of]) ? { ...criterion, orUnknown: true } : criterion;
    case 'clinic': {
      const [fact] = factOfTest(criterion.test) ?? [];
      return fact && facts(fact) ? { by: 'clinic', test: relaxedTest(criterion.test) } : criterion;
    }
    case 'doctor':
      return { by: 'doctor', all: orUnknown(criterion.all, facts) };
    default:
      return criterion;
  }
}

function relaxedTest(test: ClinicTest): ClinicTest {
  switch (test.by) {
    case 'flag':
    case 'open':
    case 'area':
      return { ...test, orUnknown: true };
    case 'acceptance':
      return { by: 'acceptance', anyOf: [...test.anyOf, 'unknown'] };
    default:
      return test;
  }
}
