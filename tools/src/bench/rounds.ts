/** What is measured, by name: each call is one slice. */
export type Contestants<T> = ReadonlyMap<string, () => Promise<T>>;

/** Until all that is hot has been compiled for good, answers take longer: seconds of load, with everything on. */
export const WARM_UP_ROUNDS = 3;

/**
 * Measures all contestants once in each round, in another order each time, so that what disturbs the machine for a
 * while does not fall on one of them alone. The first rounds, which warm all up, are not kept.
 * @param random from 0 up to 1
 * @returns for each contestant its slices, by round
 */
export async function inRounds<T>(
  contestants: Contestants<T>,
  rounds: number,
  random: () => number,
  say: (line: string) => void,
): Promise<Map<string, T[]>> {
  const slices = new Map([...contestants.keys()].map((name): [string, T[]] => [name, []]));
  for (let round = 1 - WARM_UP_ROUNDS; round <= rounds; round++) {
    say(round > 0 ? `round ${round} of ${rounds}` : `warming up ${contestants.size}, ${-round} more to go`);
    for (const [name, slice] of shuffled([...contestants], random)) {
      const measured = await again(slice, ({ message }) => say(`${name}: ${message} Once more.`)).catch(
        (cause: unknown) => {
          throw new Error(`${name}: ${(cause as Error).message}`, { cause });
        },
      );
      if (round > 0) slices.get(name)!.push(measured);
    }
  }
  return slices;
}

/** A slice that fails is measured once more: a machine that stood still must not cost the whole run. */
function again<T>(slice: () => Promise<T>, tell: (error: Error) => void): Promise<T> {
  return slice().catch((error: unknown) => {
    tell(error as Error);
    return slice();
  });
}

function shuffled<T>(values: T[], random: () => number): T[] {
  for (let last = values.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [values[last], values[other]] = [values[other]!, values[last]!];
  }
  return values;
}
