import type { BenchRun } from './section.js';

/** The measurements of each target, by name: a call measures once. */
export type Targets<T> = ReadonlyMap<string, () => Promise<T>>;

/**
 * Measures every target once per round, in a different order each time, so that a disturbance of the machine does not
 * affect the same target always. The results of the warm-up rounds, in which code is still being compiled, are dropped.
 * @param random a number from 0 up to 1
 * @returns the results of each target, by round
 * @throws when a target fails twice in a row; once may be the machine's fault
 */
export async function inRounds<T>(
  targets: Targets<T>,
  { rounds, warmUpRounds, log }: Pick<BenchRun, 'rounds' | 'warmUpRounds' | 'log'>,
  random: () => number = Math.random,
): Promise<Map<string, T[]>> {
  const results = new Map([...targets.keys()].map((name): [string, T[]] => [name, []]));
  for (let round = 1 - warmUpRounds; round <= rounds; round++) {
    log(round > 0 ? `round ${round} of ${rounds}` : `warm-up of ${targets.size}, ${-round} more to go`);
    for (const [name, measure] of shuffled([...targets], random)) {
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

function shuffled<T>(values: T[], random: () => number): T[] {
  for (let last = values.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [values[last], values[other]] = [values[other]!, values[last]!];
  }
  return values;
}
