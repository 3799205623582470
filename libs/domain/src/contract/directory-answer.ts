import { ListEnvelope } from './list-answer.js';
import type { Freshness } from '../records/doctor.js';
import { Field, RecordField, RecordList } from '../schema/schema.js';

export class SpecialtyCount {
  @Field({ type: 'string', description: 'Normalized specialty name.' })
  readonly specialty: string;

  @Field({ type: 'integer', minimum: 1, description: 'Number of listed doctors with the specialty.' })
  readonly count: number;
}

/** The listed doctors by reliability of their records. */
export class FreshnessCounts implements Readonly<Record<Freshness, number>> {
  @Field({ type: 'integer', minimum: 0, description: 'Confirmed by the register within the last 30 days.' })
  readonly fresh: number;

  @Field({ type: 'integer', minimum: 0, description: 'Confirmed earlier.' })
  readonly stale: number;

  @Field({ type: 'integer', minimum: 0, description: 'Never confirmed.' })
  readonly unknown: number;

  @Field({
    type: 'number',
    minimum: 0,
    maximum: 100,
    description:
      'Share of listed doctors whose record the register has ever confirmed, percent, one decimal.',
  })
  readonly coveragePct: number;
}

/** The totals of the directory. */
export class DirectorySummary {
  @Field({ type: 'integer', minimum: 0, description: 'Number of listed doctors.' })
  readonly totalDoctors: number;

  @Field({
    type: 'integer',
    minimum: 0,
    description: 'Number of listed doctors whose primary clinic accepts new patients.',
  })
  readonly acceptingNewPatients: number;

  @RecordList(
    () => SpecialtyCount,
    'By count, descending, then name. A doctor with two specialties counts in both.',
  )
  readonly bySpecialty: readonly SpecialtyCount[];

  @RecordField(() => FreshnessCounts, 'Listed doctors by freshness.')
  readonly dataFreshness: FreshnessCounts;
}

/** A filter value, and the number of listed doctors that it matches. */
export class FilterValue {
  @Field({ type: 'string', description: 'The value.', examples: ['Family Medicine'] })
  readonly value: string;

  @Field({ type: 'integer', minimum: 1, description: 'Number of listed doctors.' })
  readonly doctorCount: number;
}

export class SpecialtyValues extends ListEnvelope {
  @RecordList(() => FilterValue, 'By count, descending, then name.')
  readonly specialties: readonly FilterValue[];
}

export class LanguageValues extends ListEnvelope {
  @RecordList(() => FilterValue, 'By count, descending, then name.')
  readonly languages: readonly FilterValue[];
}
