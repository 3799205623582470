import { type KnownAnswer, type Registration, UNKNOWN_REGISTRATION } from '@care-atlas/domain/records';
import type { Random } from '../random.js';
import { Weighted } from '../weighted.js';

/** Years after which nobody is in training. */
const TRAINING_YEARS = 5;
const YEAR_MS = 365.25 * 86_400_000;

const EARLY_CLASS = Weighted.named<string>('earlyClass');
const CLASS = Weighted.named<string>('class');
const RESTRICTIONS = Weighted.named<KnownAnswer>('restrictions');

/**
 * Picks what the register says of a registration: trainees are early in their career, and of some doctors nothing is known.
 * @param asOf when the register confirmed the doctor last; null if it never did
 */
export function registrationOf(
  random: Random,
  practisingSince: string,
  asOf: Date | null,
  now: Date,
): Registration {
  const isEarly = now.getTime() - Date.parse(practisingSince) < TRAINING_YEARS * YEAR_MS;
  const words = (isEarly ? EARLY_CLASS : CLASS).pick(random);
  const restrictions = RESTRICTIONS.pick(random);
  return asOf === null || words === '' ? UNKNOWN_REGISTRATION : { class: words, restrictions, asOf };
}
