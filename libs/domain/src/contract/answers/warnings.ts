import { texts } from '../../schema/field-schema.js';
import { Field } from '../../schema/schema.js';

/** Declares the warnings of an answer. */
export function Warnings(): PropertyDecorator {
  return Field(
    texts('Deviations from the request: ignored parameters, a capped limit. Absent if there are none.'),
    { optional: true },
  );
}
