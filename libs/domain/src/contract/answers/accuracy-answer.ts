import { AUDITED_FIELDS, type AuditedField } from '../../records/accuracy.js';
import { count, decimal, text } from '../../schema/field-schema.js';
import { Field, growingEnum, RecordList } from '../../schema/schema.js';
import { ListEnvelope } from './list-answer.js';

/** Whether an audit of real records has ended. */
export const ACCURACY_STATUSES = ['measured', 'not_measured'] as const;
export type AccuracyStatus = (typeof ACCURACY_STATUSES)[number];

/** How often a field was correct in a stratum of the sample. */
export class AccuracyItem {
  @Field(growingEnum('The field that was asked about.', AUDITED_FIELDS)) readonly field: AuditedField;
  @Field(
    text('all for the whole sample, or a part of it: an area or a main specialty.', {
      examples: ['all', 'area=Toronto', 'specialty=Cardiology'],
    }),
  )
  readonly stratum: string;
  @Field(count('Number of answers that confirm what the directory listed.')) readonly correct: number;
  @Field(count('Number of answers.')) readonly n: number;
  @Field(count('Number of records of which no answer was obtained; they are not in n.'))
  readonly unreachable: number;
  @Field({
    type: ['number', 'null'],
    minimum: 0,
    maximum: 100,
    description: 'Share of correct answers, percent, one decimal; null without an answer.',
  })
  readonly pct: number | null;
  @Field(decimal('Lower end of its Wilson interval, 95 %, percent, one decimal.', 0, 100))
  readonly low: number;
  @Field(decimal('Upper end of the interval.', 0, 100)) readonly high: number;
  @Field(text('When the sample was drawn.', { format: 'date-time' })) readonly sampledAt: string;
  @Field(text('SHA-256 of the protocol, hexadecimal.')) readonly protocolHash: string;
}

export class AccuracyList extends ListEnvelope {
  @Field(
    text('measured; not_measured before the first audit has ended, and always where the data is invented.', {
      enum: ACCURACY_STATUSES,
    }),
  )
  readonly status: AccuracyStatus;
  @RecordList(() => AccuracyItem, 'Of the newest audit. By field, then the whole sample, then by stratum.')
  readonly accuracy: readonly AccuracyItem[];
}
