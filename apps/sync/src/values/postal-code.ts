import { centerOfPostalCode, placeInsteadOf } from '@care-atlas/domain/places';
import type { SourcedPosition } from '@care-atlas/domain/rules';
import type { InputRow } from '../rows/input-row.js';

// Canada Post does not use D, F, I, O, Q and U, nor W and Z as the first letter.
const POSTAL_CODE =
  /^([ABCEGHJ-NPRSTVXY])([\dOI])([ABCEGHJ-NPRSTV-Z])[ -]*([\dOI])([ABCEGHJ-NPRSTV-Z])([\dOI])$/i;

const ENDS_IN_POSTAL_CODE = /[A-Z]\d[A-Z][ -]?\d[A-Z]\d$/i;

/**
 * Returns a Canadian postal code as "A1A 1A1"; empty where there is none.
 * @throws RowFault when the value is not a postal code
 */
export function postalCodeOf(row: InputRow, column: string): string {
  const value = row.formatted(column);
  if (value === '') return '';
  const parts = POSTAL_CODE.exec(value);
  if (!parts) return row.reject(column, 'a postal code such as M5V 3A8');
  return postalCodeFrom(parts.slice(1));
}

/** Returns "A1A 1A1" of its six characters, also with O for 0 and I for 1. */
export function postalCodeFrom(characters: readonly string[]): string {
  const code = characters
    .map((character, at) => (at % 2 === 1 ? character.replace(/o/i, '0').replace(/i/i, '1') : character))
    .join('')
    .toUpperCase();
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

/**
 * Returns the position of a row: its coordinates, or else, also when these are bad or far from its postal area, the
 * center of that area.
 * @param kept receives `position` when the coordinates are left out
 * @throws RowFault when there are no coordinates and the postal area is unknown
 */
export function positionOf(
  row: InputRow,
  postal: { readonly column: string; readonly code: string },
  coordinates: { readonly lat: string; readonly lng: string } = { lat: 'lat', lng: 'lng' },
  kept = row.kept,
): SourcedPosition {
  const { lat, lng } = coordinates;
  const given = row.field(
    'position',
    undefined,
    () => {
      const position = row.position(lat, lng);
      const place = position && placeInsteadOf(position, postal.code);
      return place ? row.reject(lat, `(with ${lng}) ${place}`, 'position') : position;
    },
    kept,
  );
  if (given) return { ...given, positionSource: 'source' };
  const center = centerOfPostalCode(postal.code);
  if (center) return { ...center, positionSource: 'postal-area' };
  return row.reject(
    postal.column,
    'a postal code of the Greater Toronto Area, because the row has no coordinates',
  );
}

/** Never stored: a new clinic without a position is rejected instead. */
export const NO_PLACE: SourcedPosition = { lat: 0, lng: 0, positionSource: 'postal-area' };

/** Returns an address that ends in its postal code, once. */
export function withPostalCode(address: string, postalCode: string): string {
  return postalCode === '' || ENDS_IN_POSTAL_CODE.test(address) ? address : `${address} ${postalCode}`;
}
