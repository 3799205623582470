import { DAY_NAMES, type DayName } from '../../records/clinic.js';
import {
  ACCEPTANCE_CODES,
  type AcceptanceCode,
  EVIDENCE_METHODS,
  type EvidenceMethod,
  ANSWERS,
  EVIDENCE_STATES,
  type EvidenceState,
  type KnownAnswer,
} from '../../records/evidence.js';
import { DayHours } from './special-hours.js';
import { Field, RecordField, RecordList } from '../../schema/schema.js';
import { text } from '../../schema/field-schema.js';

/** A span of the week in which a clinic is open. */
export class OpeningHours extends DayHours {
  @Field(text('Day of the week on which it opens.', { enum: DAY_NAMES })) readonly day: DayName;
}

/** A fact with evidence. */
export class FactEvidence {
  @Field(
    text(
      'confirmed, aging (the last third of its life), expired, conflicting (two methods disagree), or never (nobody is known to have observed it).',
      { enum: EVIDENCE_STATES },
    ),
  )
  readonly state: EvidenceState;
  @Field({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When the fact was observed, UTC; null if the source does not say.',
  })
  readonly observedAt: string | null;
  @Field(
    {
      type: 'boolean',
      description: 'false if the source gives no date: observedAt is when it first said so.',
    },
    { optional: true },
  )
  readonly dated?: boolean;
  @Field(text('How it was observed; empty if nobody did.', { enum: [...EVIDENCE_METHODS, ''] }))
  readonly method: EvidenceMethod | '';
}

/** A fact about a clinic that may be unknown, unlike the booleans of other members. */
export class KnownFact extends FactEvidence {
  @Field(text('unknown is neither yes nor no.', { enum: ANSWERS })) readonly answer: KnownAnswer;
}

/** Whether new patients are accepted. */
export class KnownAcceptance extends KnownFact {
  @Field(
    text(
      'Who is accepted: newpt (new patients), nopt (nobody), existptonly (own patients only), existptfam (own patients and their families), or unknown.',
      { enum: [...ACCEPTANCE_CODES, 'unknown'] },
    ),
  )
  readonly code: AcceptanceCode | 'unknown';
  @Field(
    {
      type: 'boolean',
      description:
        'true of a walk-in clinic, which sees people without registration: the answer is about regular patients.',
    },
    { optional: true },
  )
  readonly walkIn?: boolean;
}

/** What is known about a clinic, which keeps "not known" apart from "no". */
export class Availability {
  @RecordField(
    () => KnownAcceptance,
    'Whether the clinic accepts new patients; unknown once the evidence expired.',
  )
  readonly accepting: KnownAcceptance;
  @RecordField(() => FactEvidence, 'How well the opening hours are known; `include=hours` adds them.')
  readonly hours: FactEvidence;
  @RecordField(() => KnownFact, 'Whether the clinic is wheelchair-accessible.')
  readonly wheelchair: KnownFact;
  @RecordField(() => KnownFact, 'Whether the clinic offers virtual visits.')
  readonly virtualVisits: KnownFact;
}

/** What is known about a specialty service itself. */
export class ServiceAvailability {
  @RecordField(() => KnownAcceptance, 'Whether the service accepts new patients, as it says itself.')
  readonly accepting: KnownAcceptance;
  @RecordField(() => FactEvidence, 'How well the wait is known.') readonly wait: FactEvidence;
}

/** Declares the opening hours of the clinic. */
export function Hours(): PropertyDecorator {
  const description =
    'With include=hours: when the clinic is open, in the order of the week; null if not known.';
  return RecordList(() => OpeningHours, description, { optional: true, nullable: true });
}

/** Declares what is known about the clinic. */
export function AvailabilityFacts(): PropertyDecorator {
  const description = 'With include=availability: what is known about the clinic, since when and how.';
  return RecordField(() => Availability, description, { optional: true });
}

/** Declares what is known about the service of a specialty. */
export function ServiceFacts(): PropertyDecorator {
  const description = 'With include=availability: what is known about the service itself.';
  return RecordField(() => ServiceAvailability, description, { optional: true });
}
