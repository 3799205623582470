import { fold } from '../text/text.js';
import { areSimilarNames, type ClinicIdentity } from './alike.js';

/** What a register says of one of a doctor's places, besides its address. */
export type PlaceHint = Pick<ClinicIdentity, 'name' | 'phone'>;

/**
 * Returns the clinic at an address where a doctor practices, by what the register says there of this doctor: the clinic with
 * the name, with a similar name, or without a name the clinic with the telephone. Undefined where no clinic or several fit:
 * the place that the address is counts then.
 * @param candidates the clinics that other sources list at the address
 */
export function choosePlace<Candidate extends PlaceHint>(
  { name, phone }: PlaceHint,
  candidates: readonly Candidate[],
): Candidate | undefined {
  if (name === null) return onlyOne(candidates.filter((other) => phone !== '' && other.phone === phone));
  const named = candidates.filter((other) => other.name !== null);
  const equal = named.filter((other) => fold(other.name!) === fold(name));
  if (equal.length > 0) return onlyOne(equal);
  const similar = named.filter((other) => areSimilarNames(other.name!, name));
  return onlyOne(similar) ?? onlyOne(similar.filter((other) => phone !== '' && other.phone === phone));
}

function onlyOne<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}
