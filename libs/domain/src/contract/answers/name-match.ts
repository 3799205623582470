import { text } from '../../schema/field-schema.js';
import { Field } from '../../schema/schema.js';
import { MATCH_KINDS, type MatchKind } from '../../text/name-match.js';

const HOW = text(
  'The match of the term that matches worst: a whole word, the beginning of one, a part of one, a misspelling, or a word that sounds alike.',
  { enum: MATCH_KINDS, examples: ['spelling'] },
);

/** How a doctor matches a forgiving search. */
export class DoctorMatch {
  @Field(text('Registration number.')) readonly cpsoNumber: string;
  @Field(HOW) readonly how: MatchKind;
}

/** How the name of a clinic matches a forgiving search. */
export class ClinicMatch {
  @Field(text('Clinic identifier.', { format: 'uuid' })) readonly id: string;
  @Field(HOW) readonly how: MatchKind;
}
