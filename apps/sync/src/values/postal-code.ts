import type { Position } from '@care-atlas/domain/rules';
import type { PositionSource } from '@care-atlas/domain/records';
import type { InputRow } from '../formats/input-row.js';
import type { PostalAreas } from './postal-area.js';

// The post uses neither D, F, I, O, Q and U nor, in front, W and Z.
const POSTAL_CODE = /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])[ -]?(\d[ABCEGHJ-NPRSTV-Z]\d)$/i;

const ENDS_IN_POSTAL_CODE = /[A-Z]\d[A-Z][ -]?\d[A-Z]\d$/i;

/**
 * A Canadian postal code as "A1A 1A1"; empty where there is none.
 * @throws RowFault when it is none
 */
export function postalCodeOf(row: InputRow, column: string): string {
  const value = row.text(column);
  if (value === '') return '';
  const parts = POSTAL_CODE.exec(value);
  if (!parts) return row.refuse(column, 'a postal code such as M5V 3A8');
  return `${parts[1]} ${parts[2]}`.toUpperCase();
}

/** A position, and where it is from. */
export type Placed = Position & { readonly positionSource: PositionSource };

/**
 * Where something is: at its coordinates, or else at the centre of its postal area.
 * @throws RowFault when there are no coordinates and the postal area is not known
 */
export function placeOf(
  row: InputRow,
  areas: PostalAreas,
  postal: { readonly column: string; readonly code: string },
  coordinates: { readonly lat: string; readonly lng: string } = { lat: 'lat', lng: 'lng' },
): Placed {
  const given = row.position(coordinates.lat, coordinates.lng);
  if (given) return { ...given, positionSource: 'source' };
  const centre = areas.centreOf(postal.code);
  if (centre) return { ...centre, positionSource: 'postal-area' };
  return row.refuse(
    postal.column,
    'a postal code of the Greater Toronto Area, because there are no coordinates',
  );
}

/** An address ends in its postal code, once. */
export function withPostalCode(address: string, postalCode: string): string {
  return postalCode === '' || ENDS_IN_POSTAL_CODE.test(address) ? address : `${address} ${postalCode}`;
}
