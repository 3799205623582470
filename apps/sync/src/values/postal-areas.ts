import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Position } from '@care-atlas/domain/rules';
import { CsvFormat } from '../formats/csv-format.js';
import type { InputRow } from '../rows/input-row.js';

// The same path from src and from dist: both are one level below the project.
const DATA = resolve(import.meta.dirname, '../../data');
const FACILITIES = ['fsa', 'median_lat', 'median_lng'] as const;
const OTHERS = ['fsa', 'lat', 'lng', 'in_area'] as const;
const AREA_CHARACTERS = 3;
/** The first letters of postal codes in the Greater Toronto Area: M is Toronto, L its surroundings and more. */
const MAY_BE_INSIDE = /^[ML]/;

/** The postal areas (first three characters of a postal code) in and around the Greater Toronto Area. */
export class PostalAreas {
  private constructor(
    private readonly centers: ReadonlyMap<string, Position>,
    private readonly outside: ReadonlySet<string>,
  ) {}

  static async read(): Promise<PostalAreas> {
    const centers = new Map<string, Position>();
    const outside = new Set<string>();
    for await (const row of rowsOf('gta_fsa_centroids.csv', FACILITIES))
      centers.set(row.text('fsa'), positionIn(row, 'median_lat', 'median_lng'));
    for await (const row of rowsOf('postal_areas_geonames.csv', OTHERS)) {
      const area = row.text('fsa');
      if (row.yesNo('in_area')) {
        centers.set(area, positionIn(row, 'lat', 'lng'));
      } else {
        outside.add(area);
        // Two facilities with mistyped postal codes gave such an area a center.
        centers.delete(area);
      }
    }
    return new PostalAreas(centers, outside);
  }

  /** Returns the center of a postal code's area; undefined when the area is unknown or outside the region. */
  centerOf(postalCode: string): Position | undefined {
    return this.centers.get(areaOf(postalCode));
  }

  /** Returns whether a postal code is known to be outside the Greater Toronto Area; an empty one is not. */
  isOutside(postalCode: string): boolean {
    return postalCode !== '' && !this.isInside(postalCode);
  }

  /** Returns whether a postal code is in the Greater Toronto Area, as far as is known. */
  isInside(postalCode: string): boolean {
    return MAY_BE_INSIDE.test(postalCode) && !this.outside.has(areaOf(postalCode));
  }
}

function areaOf(postalCode: string): string {
  return postalCode.slice(0, AREA_CHARACTERS);
}

async function* rowsOf(name: string, columns: readonly string[]): AsyncGenerator<InputRow> {
  const file = resolve(DATA, name);
  const shape = {
    columns: Object.fromEntries(columns.map((column) => [column, ''])),
    needs: columns.map((column) => [column]),
  };
  for await (const batch of new CsvFormat(file, shape).rows(createReadStream(file))) yield* batch;
}

function positionIn(row: InputRow, lat: string, lng: string): Position {
  return { lat: Number(row.text(lat)), lng: Number(row.text(lng)) };
}
