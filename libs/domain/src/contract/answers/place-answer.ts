import { Field } from '../../schema/schema.js';
import { count, decimal, text } from '../../schema/field-schema.js';

const OPTIONAL = { optional: true };

/** Declares the distance of a clinic from the place of the request. */
export function Distance(): PropertyDecorator {
  const when = 'With near, within or include=distance';
  return Field(count(`${when}: distance from the place, in meters along the great circle.`), OPTIONAL);
}

/** Declares a coordinate of the clinic. */
export function Coordinate(name: string, most: number): PropertyDecorator {
  return Field(decimal(`With include=location: ${name} of the clinic, degrees.`, -most, most), OPTIONAL);
}

/** Declares a member that is text about the clinic. */
export function ClinicText(include: string, what: string): PropertyDecorator {
  return Field(text(`With include=${include}: ${what} of the clinic; empty if not known.`), OPTIONAL);
}
