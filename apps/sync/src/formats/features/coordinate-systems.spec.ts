import { coordinateSystem, DEGREES, requireSystem, systemName } from './coordinate-systems.js';

it.each([
  'urn:ogc:def:crs:OGC:1.3:CRS84',
  'urn:ogc:def:crs:OGC::CRS84',
  'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
  'EPSG:4326',
  'urn:ogc:def:crs:EPSG::4326',
  '4326',
  'EPSG:4269',
])('%s is degrees', (name) => {
  expect(coordinateSystem(name)).toBe(DEGREES);
});

it.each([
  'EPSG:3857',
  'urn:ogc:def:crs:EPSG::3857',
  'urn:ogc:def:crs:EPSG:6.9:3857',
  'http://www.opengis.net/def/crs/EPSG/0/3857',
  'epsg:900913',
  'ESRI:102100',
  '102100',
])('%s is Web Mercator', (name) => {
  const system = coordinateSystem(name)!;
  // The worked example of IOGP Publication 373-7-2 for this method.
  expect(system.lng(-11_169_055.58)).toBeCloseTo(-100.333_333_3, 6);
  expect(system.lat(2_800_000)).toBeCloseTo(24.381_786_94, 6);
});

it.each([
  ['urn:ogc:def:crs:EPSG::26917', 'NAD83 / UTM zone 17N (EPSG:26917)'],
  ['EPSG:2952', 'NAD83(CSRS) / MTM zone 10 (EPSG:2952)'],
  ['http://www.opengis.net/gml/srs/epsg.xml#3161', 'NAD83 / Ontario MNR Lambert (EPSG:3161)'],
  ['31984', 'EPSG:31984'],
  ['PROJCS["NAD_1927_UTM_Zone_17N",GEOGCS["GCS_North_American_1927"', '"NAD_1927_UTM_Zone_17N"'],
  ['local', '"local"'],
])('%s is refused by its name', (name, title) => {
  expect(systemName(name)).toBe(title);
  expect(() => requireSystem(name, 'list.geojson')).toThrow(
    `list.geojson has coordinates in ${title}, but must have degrees (WGS 84, EPSG:4326) or Web Mercator (EPSG:3857): ` +
      'convert it, e.g. with `ogr2ogr -t_srs EPSG:4326 converted.geojson list.geojson`.',
  );
});
