import type { ClinicPoint, Freshness } from '#contract/directory';
import { FRESHNESS_COLORS } from '../display/freshness-bar.js';
import strings from './strings.json';

const { acceptance, freshness } = strings;

/** A value of a facet, with the color and the shape of its points on the map. */
export interface FacetValue {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly shape: 'round' | 'square';
}

export const ACCEPTANCE: readonly FacetValue[] = [
  { id: 'yes', name: acceptance.yes, color: 'var(--good)', shape: 'round' },
  { id: 'no', name: acceptance.no, color: 'var(--bad)', shape: 'square' },
  { id: 'unknown', name: acceptance.unknown, color: 'var(--quiet)', shape: 'round' },
];

export const FRESHNESS: readonly FacetValue[] = [
  { id: 'fresh', name: freshness.fresh, color: FRESHNESS_COLORS.fresh, shape: 'round' },
  { id: 'stale', name: freshness.stale, color: FRESHNESS_COLORS.stale, shape: 'square' },
  { id: 'unknown', name: freshness.unknown, color: FRESHNESS_COLORS.unknown, shape: 'round' },
  { id: 'noDoctor', name: freshness.noDoctor, color: 'var(--bad)', shape: 'square' },
];

/** A clinic on the map, with its value of each facet. */
export interface ClinicSpot {
  readonly name: string;
  /** Meters east and south of the northwest corner of the map. */
  readonly x: number;
  readonly y: number;
  readonly acceptance: string;
  readonly freshness: string;
}

const METERS_PER_DEGREE = 111_195;

const acceptanceOf = (accepting: boolean | null) =>
  accepting === null ? 'unknown' : accepting ? 'yes' : 'no';
const freshnessOf = (value: Freshness | null) => value ?? 'noDoctor';

/** Projects clinics onto a plane. For a region, the length of a degree at its middle latitude is exact enough. */
export function project(clinics: readonly ClinicPoint[]): readonly ClinicSpot[] {
  const north = Math.max(...clinics.map(([, lat]) => lat));
  const south = Math.min(...clinics.map(([, lat]) => lat));
  const west = Math.min(...clinics.map(([, , lng]) => lng));
  const scale = Math.cos((((north + south) / 2) * Math.PI) / 180);
  return clinics.map(([name, lat, lng, accepting, value]) => ({
    name,
    x: Math.round((lng - west) * METERS_PER_DEGREE * scale),
    y: Math.round((north - lat) * METERS_PER_DEGREE),
    acceptance: acceptanceOf(accepting),
    freshness: freshnessOf(value),
  }));
}
