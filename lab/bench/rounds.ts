import type { BenchRun } from './section.js';

/**
 * Measures every target once per round, in a different order each time, so that a disturbance of the machine does not
 * affect the same target always. The results of the warm-up rounds, in which code is still being compiled, are dropped.
 * @param targets the measurements, by name: a call measures once
 * @param random a number from 0 up to 1
 * @returns the results of each target, by round
 * @throws when a target fails twice in a row; once may be the machine's fault
 */
export async function inRounds<T>(
  targets: ReadonlyMap<string, () => Promise<T>>,
  { rounds, warmUpRounds, log }: Pick<BenchRun, 'rounds' | 'warmUpRounds' | 'log'>,
  random: () => number = Math.random,
): Promise<Map<string, T[]>> {
  const results = new Map([...targets.keys()].map((name): [string, T[]] => [name, []]));
  for (let round = 1 - warmUpRounds; round <= rounds; round++) {
    log(round > 0 ? `round ${round} of ${rounds}` : `warm-up of ${targets.size}, ${-round} more to go`);
    const order = Array.from(targets, (target) => ({ at: random(), target })).toSorted((a, b) => a.at - b.at);
    for (const { target } of order) {
      const [name, measure] = target;
      const result = await measure().catch(async (first: unknown) => {
        log(`${name}: ${(first as Error).message} Trying once more.`);
        return measure().catch((cause: unknown) => {
          throw new Error(`${name}: ${(cause as Error).message}`, { cause });
        });
      });
      if (round > 0) results.get(name)!.push(result);
    }
  }
  return results;
}
