import { Field, growingEnum, RecordList } from '../../schema/schema.js';
import { text, texts } from '../../schema/field-schema.js';

/** How exactly a place is known. */
export const PRECISIONS = ['point', 'area'] as const;

/** Declares what an answer read as something else. */
export function Interpreted(): PropertyDecorator {
  const description = 'What was read as something else. Absent if there is nothing.';
  return RecordList(() => Interpretation, description, { optional: true });
}

/** A value of a parameter that was read as something else. */
export class Interpretation {
  @Field(text('Name of the parameter.', { examples: ['languages'] })) readonly param: string;
  @Field(text('The value that was sent.', { examples: ['Farsi'] })) readonly value: string;
  @Field(texts('What it was read as; any of these matches.')) readonly as: readonly string[];
  @Field(texts('Other places of the same name, which are not meant. Absent if there are none.'), {
    optional: true,
  })
  readonly others?: readonly string[];
  @Field(growingEnum('Of near: point, or area, whose center distances are measured from.', PRECISIONS), {
    optional: true,
  })
  readonly precision?: (typeof PRECISIONS)[number];
}
