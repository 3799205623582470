import { tellsPlace } from '../text/address-key.js';
import type { ClinicIdentity, SameBecause } from './alike.js';

/** What two records may lack that would tell that they are about one clinic. */
export const SAME_GAPS = ['address', 'distance', 'phone', 'name'] as const;
export type SameGap = (typeof SAME_GAPS)[number];

type Pair = readonly [ClinicIdentity, ClinicIdentity];

/** Gives two records one value. */
const FILL: Readonly<Record<SameGap, (pair: Pair) => Pair>> = {
  address: ([a, b]) => {
    const { addressKey, placeKey } = tellsPlace(a.addressKey) ? a : b;
    return [
      { ...a, addressKey, placeKey },
      { ...b, addressKey, placeKey },
    ];
  },
  distance: ([a, b]) => {
    const position = a.position ?? b.position ?? { lat: 0, lng: 0 };
    return [
      { ...a, position },
      { ...b, position },
    ];
  },
  phone: ([a, b]) => {
    const phone = a.phone || b.phone;
    return [
      { ...a, phone },
      { ...b, phone },
    ];
  },
  name: ([a, b]) => {
    const name = a.name ?? b.name;
    return [
      { ...a, name },
      { ...b, name },
    ];
  },
};

/**
 * Returns what would make it certain that two records are about one clinic: alternatives, each of what is needed together, those
 * that need least. Empty where it is certain, so that something else keeps them apart: a source that lists both, or an operator.
 */
export function missingForSame(sameBecause: SameBecause, ...pair: Pair): readonly (readonly SameGap[])[] {
  if (sameBecause(...pair)) return [];
  const suffices = (gaps: readonly SameGap[]) =>
    sameBecause(...gaps.reduce<Pair>((filled, gap) => FILL[gap](filled), pair)) !== undefined;
  const single = SAME_GAPS.map((gap) => [gap]).filter(suffices);
  if (single.length > 0) return single;
  const double = SAME_GAPS.flatMap((one, at) => SAME_GAPS.slice(at + 1).map((other) => [one, other]));
  return double.filter(suffices);
}
