import { text } from '../../schema/field-schema.js';
import { Field, RecordField } from '../../schema/schema.js';
import { FactEvidence, KnownAcceptance, KnownFact } from './availability.js';

/** Declares when the evidence of a fact in a copy expires. */
function Expiry(): PropertyDecorator {
  return Field({
    type: ['string', 'null'],
    format: 'date-time',
    description:
      'When the evidence expires, UTC; null if it does not. From the first start of a day in Toronto after it, the state is expired, and the answer about new patients unknown.',
  });
}

/** Declares who said a fact in a copy. */
function SourceName(): PropertyDecorator {
  return Field(text('Name of the source; empty if nobody is known to have observed the fact.'));
}

/** How well a fact is known, in an export and in the feed of changes. */
export class ExportedEvidence extends FactEvidence {
  @Expiry() readonly expiresAt: string | null;
  @SourceName() readonly source: string;
}

/** A fact that may be unknown, there. */
export class ExportedFact extends KnownFact {
  @Expiry() readonly expiresAt: string | null;
  @SourceName() readonly source: string;
}

/** Whether new patients are accepted, there. */
export class ExportedAcceptance extends KnownAcceptance {
  @Expiry() readonly expiresAt: string | null;
  @SourceName() readonly source: string;
}

/** What is known about a clinic, as of the day of the export or of the request for changes. */
export class ExportedAvailability {
  @RecordField(() => ExportedAcceptance, 'Whether the clinic accepts new patients.')
  readonly accepting: ExportedAcceptance;
  @RecordField(() => ExportedEvidence, 'How well the opening hours are known.')
  readonly hours: ExportedEvidence;
  @RecordField(() => ExportedFact, 'Whether the clinic is wheelchair-accessible.')
  readonly wheelchair: ExportedFact;
  @RecordField(() => ExportedFact, 'Whether the clinic offers virtual visits.')
  readonly virtualVisits: ExportedFact;
}

/** What is known about a specialty service itself, as of that day. */
export class ExportedServiceAvailability {
  @RecordField(
    () => ExportedAcceptance,
    'Whether the service accepts new patients. If the answer is unknown and the state never, that of its clinic counts.',
  )
  readonly accepting: ExportedAcceptance;
  @RecordField(() => ExportedEvidence, 'How well the wait is known.') readonly wait: ExportedEvidence;
}
