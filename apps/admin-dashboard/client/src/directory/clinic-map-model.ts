import type { ClinicPoint } from '#contract/directory';
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
    acceptance: accepting === null ? 'unknown' : accepting ? 'yes' : 'no',
    freshness: value ?? 'noDoctor',
  }));
}

/** The visible part of the map, in meters from its northwest corner. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Width divided by height, the same as in the style sheet. */
export const ASPECT = 16 / 10;
const MARGIN = 1.06;
const MIN_VIEW_METERS = 1_000;
const MIN_MAP_METERS = 2_000;

/** Returns the view that shows every clinic. */
export function wholeView(spots: readonly ClinicSpot[]): View {
  const east = spots.reduce((most, { x }) => Math.max(most, x), MIN_MAP_METERS);
  const south = spots.reduce((most, { y }) => Math.max(most, y), MIN_MAP_METERS / ASPECT);
  const width = Math.max(east, south * ASPECT) * MARGIN;
  return { x: (east - width) / 2, y: (south - width / ASPECT) / 2, width };
}

/**
 * Zooms the view around a fixed point.
 * @param factor below 1 zooms in
 * @param at the fixed point, as fractions of the width and the height
 */
export function zoomed(view: View, whole: View, factor: number, at = { x: 0.5, y: 0.5 }): View {
  const width = Math.min(Math.max(view.width * factor, MIN_VIEW_METERS), whole.width);
  if (width === whole.width) return whole;
  const difference = view.width - width;
  return withinMap({ x: view.x + difference * at.x, y: view.y + (difference / ASPECT) * at.y, width }, whole);
}

/** Moves the view by fractions of its width and height, but not beyond the map. */
export function moved(view: View, whole: View, by: { readonly x: number; readonly y: number }): View {
  const x = view.x + by.x * view.width;
  const y = view.y + (by.y * view.width) / ASPECT;
  return withinMap({ ...view, x, y }, whole);
}

export function isInView({ x, y }: ClinicSpot, view: View): boolean {
  const height = view.width / ASPECT;
  return x >= view.x && x <= view.x + view.width && y >= view.y && y <= view.y + height;
}

function withinMap(view: View, whole: View): View {
  const room = whole.width - view.width;
  return {
    ...view,
    x: Math.min(Math.max(view.x, whole.x), whole.x + room),
    y: Math.min(Math.max(view.y, whole.y), whole.y + room / ASPECT),
  };
}
