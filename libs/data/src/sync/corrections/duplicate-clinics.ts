import {
  areSimilarNames,
  type ClinicIdentity,
  missingForSame,
  sameBecauseAmong,
  type SameGap,
} from '@care-atlas/domain/fusion';
import { distanceMetres } from '@care-atlas/domain/rules';
import { addressKey, addressKeys, compareText, fold, placeKey, tellsPlace } from '@care-atlas/domain/text';
import { IsNull } from 'typeorm';
import type { DatabaseScope } from '../../connection/statement.js';
import { ClinicEntity } from '../../entities/directory/clinic.entity.js';
import { CorrectionEntity } from '../../entities/imports/correction.entity.js';

const COLUMNS = [
  'id',
  'name',
  'address',
  'postalCode',
  'lat',
  'lng',
  'positionSource',
  'phone',
  'website',
  'origin',
  'source',
  'extractedAt',
] as const satisfies readonly (keyof ClinicEntity)[];
export type DuplicateClinic = Readonly<Pick<ClinicEntity, (typeof COLUMNS)[number]>>;

/** Why two clinics are likely the same, in words. */
export const DUPLICATE_REASONS = {
  address: 'same address, similar name',
  codes: 'same street and number with another postal code, similar name',
  near: 'less than 50 m apart, similar name',
  phone: 'same telephone',
  website: 'same website',
  area: 'same postal area',
  beside: 'less than 500 m apart',
  street: 'same street',
  name: 'similar name',
} as const;
export type DuplicateReason = keyof typeof DUPLICATE_REASONS;

/** Two clinics that are likely the same. */
export interface DuplicatePair {
  /** The one to keep: not made from an address of the register, or else with more that is known of it. */
  readonly kept: DuplicateClinic;
  readonly merged: DuplicateClinic;
  readonly reasons: readonly DuplicateReason[];
  /** The source that lists both, so that nothing joins them but a decision; null if there is none. */
  readonly listedBy: string | null;
  /** What would join them without a decision if no source listed both: alternatives, each of what is needed together. */
  readonly missing: readonly (readonly SameGap[])[];
  /** The distance in meters; null where a position is only that of a postal area. */
  readonly metres: number | null;
}

const NEAR_METRES = 50;
/** Degrees that are at least 50 m in both directions, anywhere in Canada below 84 degrees. */
const CELL_DEGREES = 0.005;
/** A telephone or website of more clinics is that of an organization. */
const MAX_SHARING = 10;
/**
 * Clinics with one telephone or website are likely the same within this distance, and with a similar name within the next; so are
 * those of one street and number with different postal codes.
 */
const BESIDE_METRES = 500;
const SAME_NAME_METRES = 5_000;
/**
 * Returns the pairs of open clinics that are likely the same, those with most reasons first. Pairs of which an operator said
 * that they are not are left out.
 */
export async function duplicateClinics(database: DatabaseScope): Promise<readonly DuplicatePair[]> {
  const apart = await database
    .getRepository(CorrectionEntity)
    .find({ select: { key: true, given: true }, where: { kind: 'apart', endedAt: IsNull() } });
  const decided = new Set(apart.map(({ key, given }) => idPair(key, given['from']!)));
  const clinics = await database.getRepository(ClinicEntity).find({
    select: Object.fromEntries(COLUMNS.map((name) => [name, true])),
    where: { closedAt: IsNull() },
    order: { id: 'ASC' },
  });
  return duplicatesOf(clinics).filter(({ kept, merged }) => !decided.has(idPair(kept.id, merged.id)));
}

/** Returns the pairs of some clinics that are likely the same. */
export function duplicatesOf(clinics: readonly DuplicateClinic[]): readonly DuplicatePair[] {
  const reasons = new Map<
    string,
    { readonly pair: readonly [DuplicateClinic, DuplicateClinic]; readonly reasons: Set<DuplicateReason> }
  >();
  const add = (a: DuplicateClinic, b: DuplicateClinic, reason: DuplicateReason) => {
    const pair = compareText(a.id, b.id) < 0 ? ([a, b] as const) : ([b, a] as const);
    const known = reasons.get(pairKey(a, b)) ?? { pair, reasons: new Set() };
    reasons.set(pairKey(a, b), known);
    known.reasons.add(reason);
  };
  const similar = (a: DuplicateClinic, b: DuplicateClinic) => areSimilarNames(a.name, b.name);

  for (const keysOf of [addressOf, placeOf])
    for (const [a, b] of pairsOf(clinics, keysOf)) {
      if (!similar(a, b)) continue;
      if (!haveOtherCodes(a, b)) add(a, b, 'address');
      else if (distanceMetres(a, b) < SAME_NAME_METRES) add(a, b, 'codes');
    }
  for (const [a, b] of nearPairs(clinics.filter(({ positionSource }) => positionSource === 'source')))
    if (similar(a, b)) add(a, b, 'near');
  for (const [contactOf, reason] of CONTACTS)
    for (const [a, b] of pairsOf(clinics, contactOf, MAX_SHARING)) {
      const others = reasons.has(pairKey(a, b)) ? [] : placeReasons(a, b, similar(a, b));
      if (others.length === 0 && !reasons.has(pairKey(a, b))) continue;
      for (const each of [reason, ...others]) add(a, b, each);
    }
  const identities = new Map(clinics.map((clinic) => [clinic.id, identityOf(clinic)]));
  const sameBecause = sameBecauseAmong([...identities.values()]);
  return [...reasons.values()]
    .map(({ pair, reasons: found }) => ({
      ...ordered(pair),
      reasons: [...found],
      listedBy: listerOf(...pair),
      missing: missingForSame(sameBecause, identities.get(pair[0].id)!, identities.get(pair[1].id)!),
      metres: areMeasured(...pair) ? distanceMetres(...pair) : null,
    }))
    .toSorted(
      (a, b) => b.reasons.length - a.reasons.length || compareText(fold(a.kept.name), fold(b.kept.name)),
    );
}

const CONTACTS = [
  [({ phone }: DuplicateClinic) => phone, 'phone'],
  [({ website }: DuplicateClinic) => siteOf(website), 'website'],
] as const;

/**
 * Returns what says that two clinics with one telephone or website are at one place: those of a chain share the number
 * of its call center and its website, and often its name, in other cities.
 */
function placeReasons(
  a: DuplicateClinic,
  b: DuplicateClinic,
  haveSimilarNames: boolean,
): readonly DuplicateReason[] {
  const metres = distanceMetres(a, b);
  const reasons = {
    area: a.postalCode !== '' && a.postalCode.slice(0, 3) === b.postalCode.slice(0, 3),
    beside: areMeasured(a, b) && metres < BESIDE_METRES,
    street: streetKey(a) !== '' && streetKey(a) === streetKey(b),
    name: haveSimilarNames && metres < SAME_NAME_METRES,
  };
  return (Object.keys(reasons) as (keyof typeof reasons)[]).filter((reason) => reasons[reason]);
}

function areMeasured(...clinics: readonly DuplicateClinic[]): boolean {
  return clinics.every(({ positionSource }) => positionSource === 'source');
}

/** Returns the street and the municipality of a clinic in one spelling; empty if the address has none. */
function streetKey({ address }: DuplicateClinic): string {
  return placeKey(address).split('|').slice(3).join('|');
}

function pairKey(a: DuplicateClinic, b: DuplicateClinic): string {
  return idPair(a.id, b.id);
}

function idPair(...ids: readonly string[]): string {
  return ids.toSorted(compareText).join(' ');
}

/** Returns the source that lists two clinics, if it is one. A register only names the places of doctors. */
function listerOf(a: DuplicateClinic, b: DuplicateClinic): string | null {
  const isOne = a.source === b.source && a.source !== '' && a.origin !== 'register';
  return isOne ? a.source : null;
}

/** Returns what tells which clinic it is. The register does not name the clinics that are made from its addresses. */
function identityOf({
  name,
  address,
  postalCode,
  lat,
  lng,
  positionSource,
  phone,
  origin,
}: DuplicateClinic): ClinicIdentity {
  const keys = addressKeys(address, postalCode);
  return {
    name: origin === 'register' && name.startsWith('Practice at ') ? null : name,
    addressKey: keys.address,
    placeKey: keys.place,
    position: positionSource === 'source' ? { lat, lng } : null,
    phone,
  };
}

function addressOf({ address, postalCode }: DuplicateClinic): string {
  const key = addressKey(address, postalCode);
  return tellsPlace(key) ? key : '';
}

function placeOf({ address }: DuplicateClinic): string {
  return placeKey(address);
}

/** Returns whether both addresses have a postal code, and they differ: by mistake, or because a name of a street occurs twice. */
function haveOtherCodes(a: DuplicateClinic, b: DuplicateClinic): boolean {
  const isWhole = (clinic: DuplicateClinic) => addressOf(clinic) !== placeOf(clinic);
  return isWhole(a) && isWhole(b) && addressOf(a) !== addressOf(b);
}

/** Yields the pairs of clinics with the same key. An empty key is none. */
function* pairsOf(
  clinics: readonly DuplicateClinic[],
  keyOf: (clinic: DuplicateClinic) => string,
  atMost = Infinity,
): Generator<readonly [DuplicateClinic, DuplicateClinic]> {
  for (const [key, sharing] of Map.groupBy(clinics, keyOf)) {
    if (key === '' || sharing.length > atMost) continue;
    for (const [index, a] of sharing.entries()) for (const b of sharing.slice(index + 1)) yield [a, b];
  }
}

function* nearPairs(
  clinics: readonly DuplicateClinic[],
): Generator<readonly [DuplicateClinic, DuplicateClinic]> {
  const cell = (degrees: number) => Math.floor(degrees / CELL_DEGREES);
  const cells = Map.groupBy(clinics, ({ lat, lng }) => `${cell(lat)} ${cell(lng)}`);
  for (const a of clinics)
    for (const row of [-1, 0, 1])
      for (const column of [-1, 0, 1])
        for (const b of cells.get(`${cell(a.lat) + row} ${cell(a.lng) + column}`) ?? [])
          if (compareText(a.id, b.id) < 0 && distanceMetres(a, b) < NEAR_METRES) yield [a, b];
}

/** Returns the host and path of a website, without what does not tell two apart. */
function siteOf(website: string): string {
  if (!URL.canParse(website)) return '';
  const { hostname, pathname } = new URL(website);
  return hostname.replace(/^www\./, '') + pathname.replace(/\/+$/, '');
}

function ordered([a, b]: readonly [DuplicateClinic, DuplicateClinic]): Pick<
  DuplicatePair,
  'kept' | 'merged'
> {
  return worthOf(b) > worthOf(a) ? { kept: b, merged: a } : { kept: a, merged: b };
}

function worthOf({ origin, positionSource, phone, website }: DuplicateClinic): number {
  return (
    (origin === 'register' ? 0 : 4) +
    Number(positionSource === 'source') +
    Number(phone !== '') +
    Number(website !== '')
  );
}
