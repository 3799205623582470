import type { Random } from '../../../tools/src/sample/random.js';

/**
 * Returns when requests are due that arrive at random, each independently of all others (a Poisson process): milliseconds
 * from the start, ascending. They are one list made beforehand, so that nothing that happens meanwhile can delay them.
 * @param rate the mean number of arrivals per second
 */
export function dueTimes(rate: number, seconds: number, random: Pick<Random, 'unit'>): Float64Array {
  const due: number[] = [];
  for (let at = 0; ; due.push(at)) {
    at += (-Math.log(1 - random.unit()) * 1000) / rate;
    if (at >= seconds * 1000) return Float64Array.from(due);
  }
}
