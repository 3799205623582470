import type { Position } from '@care-atlas/domain/rules';
import { readCsv } from './data-file.js';

/** A forward sortation area: the first three characters of a postal code, with its position. */
export interface PostalArea {
  readonly prefix: string;
  readonly center: Position;
  /** Number of real facilities in the area; the area's weight. */
  readonly facilities: number;
  readonly municipality: string;
  readonly region: string;
}

/** Names that differ between the language list and the directory; null for entries too vague to use. */
const DIRECTORY_NAMES = new Map([
  ['Persian (Farsi)', 'Persian'],
  ['Chinese n.o.s.', null],
]);

/** Reads the open data that gives the sample its real geography and proportions. */
export function readOpenData() {
  // By the directory's name of the language; null if unknown.
  const speakers = new Map<string, number | null>();
  for (const row of readCsv('languages_gta.csv')) {
    const published = row('language');
    const name = DIRECTORY_NAMES.has(published) ? DIRECTORY_NAMES.get(published) : published;
    const count = row('toronto_cma_home_language_2006');
    if (name) speakers.set(name, count === '' ? null : Number(count));
  }
  return {
    areas: readCsv('gta_fsa_centroids.csv').map((row): PostalArea => ({
      prefix: row('fsa'),
      center: { lat: Number(row('median_lat')), lng: Number(row('median_lng')) },
      facilities: Number(row('n_facilities')),
      municipality: row('most_common_municipality'),
      region: row('region'),
    })),
    stations: readCsv('ttc_subway_stations.csv').map((row) => ({
      name: row('name'),
      lines: row('lines').replaceAll('|', ';'),
      lat: Number(row('lat')),
      lng: Number(row('lng')),
    })),
    speakers,
    specialties: readCsv('specialties_ca.csv').map((row) => row('name')),
    facilityNames: readCsv('odhf_v1.1_gta.csv').map((row) => row('facility_name')),
  };
}
