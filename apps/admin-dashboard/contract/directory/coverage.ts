import type { Coverage } from '@care-atlas/domain/contract';
import { OneOf, SearchText } from '../fields.js';

/** Chooses the doctors to count; an empty filter is none. */
export class CoverageQuery {
  @SearchText()
  specialty?: string;

  @SearchText()
  language?: string;

  /** Only doctors at clinics known to accept new patients. */
  @OneOf(['true', ''])
  accepting?: string;
}

/** The matching doctors by area, and the names to filter by. */
export interface CoverageAnswer extends Omit<Coverage, 'warnings'> {
  readonly warnings: readonly string[];
  readonly specialties: readonly string[];
  readonly languages: readonly string[];
}
