import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Position } from '@care-atlas/domain/rules';
import { CsvForm } from '../formats/csv-form.js';
import type { InputRow } from '../formats/input-row.js';

// The same from the source and from the build: both lie one level below the project.
const DATA = resolve(import.meta.dirname, '../../data');
const FACILITIES = ['fsa', 'median_lat', 'median_lng'] as const;
const OTHERS = ['fsa', 'lat', 'lng', 'in_area'] as const;
const AREA_CHARACTERS = 3;
/** The first letters of postal codes in the Greater Toronto Area: M is Toronto, L what lies around it, and beyond. */
const MAY_BE_INSIDE = /^[ML]/;

/** The postal areas (the first three characters of a postal code) of the Greater Toronto Area, and what borders on it. */
export class PostalAreas {
  private constructor(
    private readonly centres: ReadonlyMap<string, Position>,
    private readonly outside: ReadonlySet<string>,
  ) {}

  static async read(): Promise<PostalAreas> {
    const centres = new Map<string, Position>();
    const outside = new Set<string>();
    for await (const row of rowsOf('gta_fsa_centroids.csv', FACILITIES))
      centres.set(row.text('fsa'), positionIn(row, 'median_lat', 'median_lng'));
    for await (const row of rowsOf('postal_areas_geonames.csv', OTHERS)) {
      const area = row.text('fsa');
      if (row.yesNo('in_area')) {
        centres.set(area, positionIn(row, 'lat', 'lng'));
      } else {
        outside.add(area);
        // Two facilities whose postal codes were mistyped gave such an area a centre.
        centres.delete(area);
      }
    }
    return new PostalAreas(centres, outside);
  }

  /** @param postalCode "A1A 1A1"; undefined when its area is not known, or not in the Greater Toronto Area */
  centreOf(postalCode: string): Position | undefined {
    return this.centres.get(areaOf(postalCode));
  }

  /** Whether a postal code is known to lie outside the Greater Toronto Area; none is not. */
  isOutside(postalCode: string): boolean {
    if (postalCode === '') return false;
    return !MAY_BE_INSIDE.test(postalCode) || this.outside.has(areaOf(postalCode));
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
  for await (const batch of new CsvForm(file, shape).rows(createReadStream(file))) yield* batch;
}

function positionIn(row: InputRow, lat: string, lng: string): Position {
  return { lat: Number(row.text(lat)), lng: Number(row.text(lng)) };
}
