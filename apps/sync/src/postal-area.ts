import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Position } from '@care-atlas/domain/geo';
import { CsvForm } from './csv-form.js';

// The same from the source and from the build: both lie one level below the project.
const FILE = resolve(import.meta.dirname, '../data/gta_fsa_centroids.csv');
const SHAPE = {
  columns: { fsa: '', median_lat: '', median_lng: '' },
  needs: [['fsa'], ['median_lat'], ['median_lng']],
};
const AREA_CHARACTERS = 3;

/** The centres of the postal areas (the first three characters of a postal code) of the Greater Toronto Area. */
export class PostalAreas {
  private constructor(private readonly centres: ReadonlyMap<string, Position>) {}

  static async read(): Promise<PostalAreas> {
    const centres = new Map<string, Position>();
    for await (const batch of new CsvForm(FILE, SHAPE).rows(createReadStream(FILE)))
      for (const row of batch) {
        const [lat, lng] = [Number(row.text('median_lat')), Number(row.text('median_lng'))];
        centres.set(row.text('fsa'), { lat, lng });
      }
    return new PostalAreas(centres);
  }

  /** @param postalCode "A1A 1A1"; undefined when its area is not known */
  centreOf(postalCode: string): Position | undefined {
    return this.centres.get(postalCode.slice(0, AREA_CHARACTERS));
  }
}
