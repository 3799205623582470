import { type Spot, toPlane } from '@care-atlas/domain/map';
import type { ClinicPoint } from '#contract/directory/directory';
import { FRESHNESS_COLORS } from '../display/freshness-bar.js';
import { TEXTS } from '../language/texts.js';

const { directory: strings } = TEXTS;

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
export interface ClinicSpot extends Spot {
  readonly id: string;
  readonly name: string;
  readonly acceptance: string;
  readonly freshness: string;
}

export function spotsOf(clinics: readonly ClinicPoint[]): readonly ClinicSpot[] {
  return clinics.map(([id, name, lat, lng, accepting, value]) => ({
    id,
    name,
    ...toPlane({ lat, lng }),
    acceptance: accepting === null ? 'unknown' : accepting ? 'yes' : 'no',
    freshness: value ?? 'noDoctor',
  }));
}
