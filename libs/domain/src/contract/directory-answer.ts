import { ListEnvelope } from './list-answer.js';
import { Field, RecordField, RecordList } from '../schema/schema.js';

export class SpecialtyCount {
  @Field({ type: 'string', description: 'Normalized specialty name.' })
  readonly specialty: string;

  @Field({ type: 'integer', minimum: 1, description: 'Listed doctors who hold it.' })
  readonly count: number;
}

/** How far the directory's doctor records can be relied on. */
export class FreshnessCounts {
  @Field({ type: 'integer', minimum: 0, description: 'Confirmed by the register within the last 30 days.' })
  readonly fresh: number;

  @Field({ type: 'integer', minimum: 0, description: 'Confirmed longer ago.' })
  readonly stale: number;

  @Field({ type: 'integer', minimum: 0, description: 'Never confirmed.' })
  readonly unknown: number;

  @Field({
    type: 'number',
    minimum: 0,
    maximum: 100,
    description: 'Share of listed doctors whose record the register has confirmed, percent, one decimal.',
  })
  readonly coveragePct: number;
}

/** Directory totals. */
export class DirectorySummary {
  @Field({ type: 'integer', minimum: 0, description: 'Listed doctors.' })
  readonly totalDoctors: number;

  @Field({
    type: 'integer',
    minimum: 0,
    description: 'Listed doctors whose primary clinic accepts new patients.',
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

/** A value to filter by, and how many listed doctors it finds. */
export class FilterValue {
  @Field({ type: 'string', description: 'The value.', examples: ['Family Medicine'] })
  readonly value: string;

  @Field({ type: 'integer', minimum: 1, description: 'Listed doctors.' })
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
