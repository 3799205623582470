import { Field } from '../schema/schema.js';
import { text, texts } from '../schema/field-schema.js';

/** A value of a parameter that was read as something else. */
export class Interpretation {
  @Field(text('Name of the parameter.', { examples: ['languages'] })) readonly param: string;
  @Field(text('The value that was sent.', { examples: ['Farsi'] })) readonly value: string;
  @Field(texts('What it was read as; any of these matches.')) readonly as: readonly string[];
}
