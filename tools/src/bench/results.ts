import type { Growth } from './growth/growth.js';
import type { Slice } from './load.js';
import type { Scale } from './scale.js';
import type { Throughput } from './throughput/throughput.js';

/** All that a run measured; what it was not asked for is missing. */
export interface Results {
  readonly throughput: Throughput | undefined;
  readonly scale: Scale | undefined;
  readonly growth: Growth | undefined;
}

/** The slices of a contestant, by round; none when it was not measured. */
export function slicesOf({ throughput }: Results, name: string): readonly Slice[] {
  return throughput?.measured.find((measured) => measured.name === name)?.slices ?? [];
}
