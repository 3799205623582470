import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { distanceMetres, type Position } from '@care-atlas/domain/rules';
import { CsvFormat } from '../formats/csv-format.js';
import type { InputRow } from '../rows/input-row.js';

// The same path from src and from dist: both are one level below the project.
const DATA = resolve(import.meta.dirname, '../../data');
const FACILITIES = ['fsa', 'median_lat', 'median_lng'] as const;
const OTHERS = ['fsa', 'lat', 'lng', 'in_area'] as const;
const AREA_CHARACTERS = 3;
/** How far a place may be from the center of its postal area, and from the nearest center where that is not known. */
const MAX_METRES = 20_000;
/** The first letters of postal codes in the Greater Toronto Area: M is Toronto, L its surroundings and more. */
const MAY_BE_INSIDE = /^[ML]/;

/** The postal areas (first three characters of a postal code) in and around the Greater Toronto Area. */
export class PostalAreas {
  private constructor(
    private readonly centers: ReadonlyMap<string, Position>,
    /** The centers of areas outside the region. */
    private readonly outside: ReadonlyMap<string, Position>,
  ) {}

  static async read(): Promise<PostalAreas> {
    const centers = new Map<string, Position>();
    const outside = new Map<string, Position>();
    for await (const row of rowsOf('gta_fsa_centroids.csv', FACILITIES))
      centers.set(row.text('fsa'), positionIn(row, 'median_lat', 'median_lng'));
    for await (const row of rowsOf('postal_areas_geonames.csv', OTHERS)) {
      const area = row.text('fsa');
      const center = positionIn(row, 'lat', 'lng');
      if (row.yesNo('in_area')) {
        centers.set(area, center);
      } else {
        outside.set(area, center);
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

  /** Returns where a place with a postal code must be, if it cannot be at a position; undefined if it can. */
  placeInsteadOf(position: Position, postalCode: string): string | undefined {
    const center = this.centerOf(postalCode);
    if (center)
      return distanceMetres(position, center) <= MAX_METRES
        ? undefined
        : `a place within ${MAX_METRES / 1000} km of the postal area ${areaOf(postalCode)}`;
    const nearest = nearestTo(position, this.centers);
    const isInside = nearest <= MAX_METRES && nearest <= nearestTo(position, this.outside);
    return isInside ? undefined : 'a place in the Greater Toronto Area';
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

/** Returns the distance to the nearest of some positions, in meters. */
function nearestTo(position: Position, others: ReadonlyMap<string, Position>): number {
  return Math.min(...Array.from(others.values(), (other) => distanceMetres(position, other)));
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
