import { UnusableInput } from '../../rows/unusable-input.js';

/** Turns coordinates into degrees of WGS 84, each by itself. */
export interface CoordinateSystem {
  readonly lng: (x: number) => number;
  readonly lat: (y: number) => number;
}

export const DEGREES: CoordinateSystem = { lng: (x) => x, lat: (y) => y };

const EARTH_RADIUS = 6_378_137;
const DEGREES_PER_RADIAN = 180 / Math.PI;
/** EPSG method 1024, "Popular Visualisation Pseudo Mercator", in the reverse: IOGP Publication 373-7-2, section 3.5.2. */
const WEB_MERCATOR: CoordinateSystem = {
  lng: (x) => (x / EARTH_RADIUS) * DEGREES_PER_RADIAN,
  lat: (y) => Math.atan(Math.sinh(y / EARTH_RADIUS)) * DEGREES_PER_RADIAN,
};

/** Systems that are read, by their code. NAD83 differs from WGS 84 by less than two meters. */
const READ: Readonly<Record<string, CoordinateSystem>> = {
  CRS84: DEGREES,
  '4326': DEGREES,
  '4269': DEGREES,
  '4617': DEGREES,
  '3857': WEB_MERCATOR,
  // Former codes of Web Mercator, and codes of Esri.
  '3785': WEB_MERCATOR,
  '900913': WEB_MERCATOR,
  '102100': WEB_MERCATOR,
  '102113': WEB_MERCATOR,
};

/** The systems of files from Ontario, which are not read. */
const OTHERS: Readonly<Record<string, string>> = {
  '2019': 'NAD27(76) / MTM zone 10',
  '2031': 'NAD27(76) / UTM zone 17N',
  '2952': 'NAD83(CSRS) / MTM zone 10',
  '2958': 'NAD83(CSRS) / UTM zone 17N',
  '2959': 'NAD83(CSRS) / UTM zone 18N',
  '3161': 'NAD83 / Ontario MNR Lambert',
  '3162': 'NAD83(CSRS) / Ontario MNR Lambert',
  '3347': 'NAD83 / Statistics Canada Lambert',
  '3978': 'NAD83 / Canada Atlas Lambert',
  '5320': 'NAD83 / Teranet Ontario Lambert',
  '5321': 'NAD83(CSRS) / Teranet Ontario Lambert',
  '26717': 'NAD27 / UTM zone 17N',
  '26917': 'NAD83 / UTM zone 17N',
  '26918': 'NAD83 / UTM zone 18N',
  '32190': 'NAD83 / MTM zone 10',
  '32617': 'WGS 84 / UTM zone 17N',
  '32618': 'WGS 84 / UTM zone 18N',
};

/** A definition of a system, which begins with its name. */
const WELL_KNOWN_TEXT = /^\w+\["([^"]+)"/;
const CODE = /(?:EPSG|ESRI)\D*?(?:[\d.]+[:/#])?(\d{4,6})$|^(\d{4,6})$/i;

/** Returns a coordinate system by any of its names, such as `urn:ogc:def:crs:EPSG::3857`; undefined when it is not read. */
export function coordinateSystem(name: string): CoordinateSystem | undefined {
  return READ[codeOf(name)];
}

/** Returns the name of a coordinate system for people. */
export function systemName(name: string): string {
  const code = codeOf(name);
  const known = OTHERS[code];
  if (known) return `${known} (EPSG:${code})`;
  const [, title = name] = WELL_KNOWN_TEXT.exec(name) ?? [];
  return /^\d+$/.test(code) ? `EPSG:${code}` : `"${title.slice(0, 100)}"`;
}

export const READ_SYSTEMS = 'degrees (WGS 84, EPSG:4326) or Web Mercator (EPSG:3857)';

/**
 * Returns the coordinate system of a file.
 * @throws UnusableInput when it is not read, with its name and the command that converts the file
 */
export function requireSystem(name: string, displayName: string): CoordinateSystem {
  const system = coordinateSystem(name);
  if (system) return system;
  throw new UnusableInput(
    `${displayName} has coordinates in ${systemName(name)}, but must have ${READ_SYSTEMS}: ` +
      `convert it, e.g. with \`ogr2ogr -t_srs EPSG:4326 converted.geojson ${displayName}\`.`,
  );
}

function codeOf(name: string): string {
  if (/CRS:?84$/i.test(name)) return 'CRS84';
  const [, code, alone] = CODE.exec(name.trim()) ?? [];
  return code ?? alone ?? name;
}
