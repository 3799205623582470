import { distanceMetres, type Position } from '../rules/geo.js';
import { tellsPlace } from '../text/address-key.js';
import { fold } from '../text/text.js';

/** Words that do not tell one clinic from another. */
const COMMON = new Set(
  `a an and at center centre clinic clinics corp corporation doctor doctors dr family for health healthcare inc
  incorporated limited ltd medical medicine of office on practice services the walk in`.split(/\s+/),
);
const SIMILAR_SHARE = 0.6;
/** Clinics with one telephone are one clinic within this distance. */
const ONE_PLACE_METRES = 500;
/** A practice with some branches has one telephone. One of more addresses belongs to an organization. */
export const MAX_ADDRESSES_OF_PHONE = 3;

/** What tells whether two records are about one clinic. */
export interface ClinicIdentity {
  /** Null if its source gives none, as the register often does. */
  readonly name: string | null;
  /** The address in one spelling, as `addressKeys` returns it. */
  readonly addressKey: string;
  /** The same without the postal code; empty if that does not identify it. Equal to `addressKey` where there is no code. */
  readonly placeKey: string;
  /** Null where it is not known, or only the center of the postal area is. */
  readonly position: Position | null;
  /** Empty if not known. */
  readonly phone: string;
}

/** Why two records are about one clinic, the most certain first. */
export const SAME_REASONS = ['address', 'place', 'phone'] as const;
export type SameReason = (typeof SAME_REASONS)[number];

/** Returns why two records are about one clinic; undefined where that is not certain. */
export type SameBecause = (a: ClinicIdentity, b: ClinicIdentity) => SameReason | undefined;

/**
 * Returns the comparison of the records of one directory. Two are about one clinic if they have one address and similar
 * names, or one telephone, similar names, and at most 500 m between them. A telephone of many addresses, an address of only a
 * municipality, and the center of a postal area prove nothing.
 */
export function sameBecauseAmong(clinics: readonly ClinicIdentity[]): SameBecause {
  const addressesByPhone = grouped(clinics, ({ phone }) => phone);
  const addressesByPlace = grouped(clinics, ({ placeKey }) => placeKey);
  const isShared = (phone: string) => (addressesByPhone.get(phone)?.size ?? 0) > MAX_ADDRESSES_OF_PHONE;

  /** Where one address lacks its postal code, the rest of it decides, unless it is that of places with different codes. */
  const isOnePlace = (a: ClinicIdentity, b: ClinicIdentity) => {
    if (a.placeKey === '' || a.placeKey !== b.placeKey) return false;
    if (![a, b].some(({ addressKey, placeKey }) => addressKey === placeKey)) return false;
    const coded = [...addressesByPlace.get(a.placeKey)!].filter((key) => key !== a.placeKey);
    return coded.length <= 1;
  };
  return (a, b) => {
    const areNamed = a.name !== null && b.name !== null;
    if (areNamed && !areSimilarNames(a.name, b.name)) return undefined;
    if (a.addressKey === b.addressKey && tellsPlace(a.addressKey)) return 'address';
    if (isOnePlace(a, b)) return 'place';
    const isOnePhone = areNamed && a.phone !== '' && a.phone === b.phone && !isShared(a.phone);
    const isNear = a.position && b.position && distanceMetres(a.position, b.position) <= ONE_PLACE_METRES;
    return isOnePhone && isNear ? 'phone' : undefined;
  };
}

/** Returns whether most of the words of two names that tell clinics apart are the same. */
export function areSimilarNames(a: string, b: string): boolean {
  const [one, other] = [tellingWords(a), tellingWords(b)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / Math.max(one.size, other.size) >= SIMILAR_SHARE;
}

/** Returns the words of a name that tell which clinic it is; all words if none does. */
function tellingWords(name: string): ReadonlySet<string> {
  const all = fold(name)
    .replaceAll("'", '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const telling = all.filter((word) => !COMMON.has(word));
  return new Set(telling.length > 0 ? telling : all);
}

/** Returns the different addresses of the clinics with one key. An empty key is none. */
function grouped(
  clinics: readonly ClinicIdentity[],
  keyOf: (clinic: ClinicIdentity) => string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const addresses = new Map<string, Set<string>>();
  for (const clinic of clinics) {
    const key = keyOf(clinic);
    if (key === '') continue;
    addresses.set(key, (addresses.get(key) ?? new Set()).add(clinic.addressKey));
  }
  return addresses;
}
