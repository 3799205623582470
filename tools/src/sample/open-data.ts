import { readFileSync } from 'node:fs';
import type { StationRecord } from '@care-atlas/domain/records';
import type { Position } from '@care-atlas/domain/rules';
import { parse } from 'csv-parse/sync';

/** A forward sortation area: the first three characters of a postal code, and where it lies. */
export interface PostalArea {
  readonly prefix: string;
  readonly centre: Position;
  /** How many real facilities stand in it: its weight. */
  readonly facilities: number;
  readonly municipality: string;
  readonly region: string;
}

export interface OpenData {
  readonly areas: readonly PostalArea[];
  readonly stations: readonly StationRecord[];
  /** Languages by the name the directory uses, with the speakers counted; null where nobody counted. */
  readonly speakers: ReadonlyMap<string, number | null>;
  readonly specialties: readonly string[];
  readonly facilityNames: readonly string[];
}

/** Names that differ between the language list and the directory; null where the entry is too vague to use. */
const DIRECTORY_NAME: Readonly<Record<string, string | null>> = {
  'Persian (Farsi)': 'Persian',
  'Chinese n.o.s.': null,
};

/** Reads the open data that gives the sample its real geography and proportions. The only input of the generator. */
export function readOpenData(): OpenData {
  const speakers = new Map<string, number | null>();
  for (const row of rows('languages_gta.csv')) {
    const published = row('language');
    const name = DIRECTORY_NAME[published] === undefined ? published : DIRECTORY_NAME[published];
    const count = row('toronto_cma_home_language_2006');
    if (name) speakers.set(name, count === '' ? null : Number(count));
  }
  return {
    areas: rows('gta_fsa_centroids.csv').map((row) => ({
      prefix: row('fsa'),
      centre: { lat: Number(row('median_lat')), lng: Number(row('median_lng')) },
      facilities: Number(row('n_facilities')),
      municipality: row('most_common_municipality'),
      region: row('region'),
    })),
    stations: rows('ttc_subway_stations.csv').map((row) => ({
      name: row('name'),
      lines: row('lines').replaceAll('|', ';'),
      lat: Number(row('lat')),
      lng: Number(row('lng')),
    })),
    speakers,
    specialties: rows('specialties_ca.csv').map((row) => row('name')),
    facilityNames: rows('odhf_v1.1_gta.csv').map((row) => row('facility_name')),
  };
}

type Row = (column: string) => string;

function rows(file: string): Row[] {
  const text = readFileSync(new URL(`../../data/${file}`, import.meta.url), 'utf8');
  const records: Record<string, string>[] = parse(text, { columns: true, bom: true, trim: true });
  return records.map((record) => (column) => {
    const value = record[column];
    if (value === undefined) throw new Error(`${file} has no column "${column}".`);
    return value;
  });
}
