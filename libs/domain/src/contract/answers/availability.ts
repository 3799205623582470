import { DAY_NAMES, type DayName } from '../../records/clinic.js';
import { Field, RecordField, RecordList } from '../../schema/schema.js';
import { text } from '../../schema/field-schema.js';

/** A span in which a clinic is open. */
export class OpeningHours {
  @Field(text('Day of the week.', { enum: DAY_NAMES })) readonly day: DayName;
  @Field(text('Local time, 24-hour clock.', { examples: ['09:00'] })) readonly opens: string;
  @Field({
    type: ['string', 'null'],
    description: 'Local time, 24-hour clock; 24:00 at midnight or later, null if not known.',
    examples: ['17:00'],
  })
  readonly closes: string | null;
}

/** What a source says about a question: `unknown` where none says anything. */
export const ANSWERS = ['yes', 'no', 'unknown'] as const;

/** A fact about a clinic that may be unknown, unlike the booleans of other members. */
export class KnownFact {
  @Field(text('unknown is neither yes nor no.', { enum: ANSWERS })) readonly answer: (typeof ANSWERS)[number];
  @Field({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When the answer was observed, UTC; null if the source does not say.',
  })
  readonly observedAt: string | null;
  @Field(text('How it was observed, in one or two words, such as phone; empty if the source does not say.'))
  readonly method: string;
}

/** What is known about a clinic, with "not known" told from "no". */
export class Availability {
  @RecordField(() => KnownFact, 'Whether the clinic accepts new patients. Phone to confirm.')
  readonly accepting: KnownFact;
  @RecordField(() => KnownFact, 'Whether the clinic is wheelchair-accessible.')
  readonly wheelchair: KnownFact;
  @RecordField(() => KnownFact, 'Whether the clinic offers virtual visits.')
  readonly virtualVisits: KnownFact;
}

/** Declares the opening hours of the clinic. */
export function Hours(): PropertyDecorator {
  const description =
    'With include=hours: when the clinic is open, in the order of the week; null if not known.';
  return RecordList(() => OpeningHours, description, { optional: true, nullable: true });
}

/** Declares what is known about the clinic. */
export function AvailabilityFacts(): PropertyDecorator {
  const description = 'With include=availability: what is known about the clinic, and since when.';
  return RecordField(() => Availability, description, { optional: true });
}
