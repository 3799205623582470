import type { ClinicPoint, Freshness } from '../../../contract/directory.js';
import { FRESHNESS_COLOURS } from '../parts/freshness-bar.js';
import { TEXTS } from '../texts/texts.js';

const { acceptance, freshness } = TEXTS.directory;

/** What points may be told apart by: each value with its name, colour and shape. */
export interface FacetValue {
  readonly id: string;
  readonly name: string;
  readonly colour: string;
  readonly shape: 'round' | 'square';
}

export const ACCEPTANCE: readonly FacetValue[] = [
  { id: 'yes', name: acceptance.yes, colour: 'var(--good)', shape: 'round' },
  { id: 'no', name: acceptance.no, colour: 'var(--bad)', shape: 'square' },
  { id: 'unknown', name: acceptance.unknown, colour: 'var(--quiet)', shape: 'round' },
];

export const FRESHNESS: readonly FacetValue[] = [
  { id: 'fresh', name: freshness.fresh, colour: FRESHNESS_COLOURS.fresh, shape: 'round' },
  { id: 'stale', name: freshness.stale, colour: FRESHNESS_COLOURS.stale, shape: 'square' },
  { id: 'unknown', name: freshness.unknown, colour: FRESHNESS_COLOURS.unknown, shape: 'round' },
  { id: 'nobody', name: freshness.nobody, colour: 'var(--bad)', shape: 'square' },
];

/** A clinic as the map draws it: where, and which value of each facet it has. */
export interface Spot {
  readonly name: string;
  /** Metres east and south of the corner of the map. */
  readonly x: number;
  readonly y: number;
  readonly acceptance: string;
  readonly freshness: string;
}

const METRES_PER_DEGREE = 111_195;

const acceptanceOf = (accepting: boolean | null) =>
  accepting === null ? 'unknown' : accepting ? 'yes' : 'no';
const freshnessOf = (value: Freshness | null) => value ?? 'nobody';

/** Lays clinics out flat. Over the size of a region the middle latitude's length of a degree is exact enough. */
export function layOut(clinics: readonly ClinicPoint[]): readonly Spot[] {
  const north = Math.max(...clinics.map(([, lat]) => lat));
  const south = Math.min(...clinics.map(([, lat]) => lat));
  const west = Math.min(...clinics.map(([, , lng]) => lng));
  const narrowing = Math.cos((((north + south) / 2) * Math.PI) / 180);
  return clinics.map(([name, lat, lng, accepting, value]) => ({
    name,
    x: Math.round((lng - west) * METRES_PER_DEGREE * narrowing),
    y: Math.round((north - lat) * METRES_PER_DEGREE),
    acceptance: acceptanceOf(accepting),
    freshness: freshnessOf(value),
  }));
}
