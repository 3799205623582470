import {
  ACCEPTANCE_CODES,
  type AcceptanceCode,
  EVIDENCE_METHODS,
  type EvidenceMethod,
  type Fact,
  FACTS,
  EVIDENCE_STATES,
  type EvidenceState,
} from '../../records/evidence.js';
import { Field, growingEnum, RecordField, RecordList } from '../../schema/schema.js';
import { text } from '../../schema/field-schema.js';
import { ListEnvelope } from './list-answer.js';

/** Who says something. */
export class EvidenceSource {
  @Field(text('As in GET /sources; empty if it was not recorded.')) readonly name: string;
  @Field(text('License; empty if none is stated.')) readonly licence: string;
}

/** What one source says about a fact. */
export class Evidence {
  @Field(growingEnum('The fact.', FACTS)) readonly field: Fact;
  @Field(text('Of a fact about a service: its specialty.'), { optional: true }) readonly specialty?: string;
  @Field({ description: 'A text, number, boolean or list, by field; null if it is not known.' })
  readonly value: unknown;
  @Field(text('Of accepting, if the source says: who is accepted.', { enum: ACCEPTANCE_CODES }), {
    optional: true,
  })
  readonly code?: AcceptanceCode;
  @Field(
    text(
      'confirmed, aging (the last third of its life), expired, conflicting (two methods disagree), or never (nobody is known to have observed it).',
      { enum: EVIDENCE_STATES },
    ),
  )
  readonly state: EvidenceState;
  @RecordField(() => EvidenceSource, 'Who says so.') readonly source: EvidenceSource;
  @Field(text('How it was observed; empty if nobody did.', { enum: [...EVIDENCE_METHODS, ''] }))
  readonly method: EvidenceMethod | '';
  @Field(time('When it was observed, UTC; null if nobody did.')) readonly observedAt: string | null;
  @Field(
    {
      type: 'boolean',
      description: 'false if the source gives no date: observedAt is when it first said so.',
    },
    { optional: true },
  )
  readonly dated?: boolean;
  @Field(time('Until when it holds, UTC; null if it has no end, as a correction until it is withdrawn.'))
  readonly expiresAt: string | null;
  @Field({ description: 'What the source said before; null if it never said anything else.' })
  readonly previous: unknown;
}

function time(description: string) {
  return { type: ['string', 'null'], format: 'date-time', description } as const;
}

const EVIDENCE =
  'By field; of one field, what the directory shows first, then what other sources say, newest first.';

export class DoctorEvidence extends ListEnvelope {
  @Field(text('Registration number.')) readonly cpsoNumber: string;
  @RecordList(() => Evidence, EVIDENCE) readonly evidence: readonly Evidence[];
}

export class ClinicEvidence extends ListEnvelope {
  @Field(text('Clinic identifier.', { format: 'uuid' })) readonly clinicId: string;
  @RecordList(() => Evidence, EVIDENCE) readonly evidence: readonly Evidence[];
}
