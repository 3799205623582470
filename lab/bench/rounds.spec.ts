import { seeded } from '../../tools/src/queries/random-query.js';
import { inRounds } from './rounds.js';

const random = () => {
  const numbers = seeded(1);
  return () => numbers.unit();
};

const WARM_UP_ROUNDS = 3;
const run = (rounds: number, log: (line: string) => void = () => undefined) => ({
  rounds,
  warmUpRounds: WARM_UP_ROUNDS,
  log,
});

/** Targets that record the order in which they were measured. */
function targets(names: readonly string[]) {
  const order: string[] = [];
  const measured = new Map(
    names.map((name) => [name, () => Promise.resolve(`${name}${order.push(name)}`)] as const),
  );
  return { order, measured };
}

describe('rounds', () => {
  it('measure each target once per round, after warm-up rounds', async () => {
    const { order, measured } = targets(['a', 'b', 'c']);
    const slices = await inRounds(measured, run(4), random());
    expect(order).toHaveLength((WARM_UP_ROUNDS + 4) * 3);
    for (let at = 0; at < order.length; at += 3)
      expect(order.slice(at, at + 3).toSorted()).toEqual(['a', 'b', 'c']);
    expect([...slices].map(([name, { length }]) => [name, length])).toEqual([
      ['a', 4],
      ['b', 4],
      ['c', 4],
    ]);
  });

  it('drop the results of warm-up rounds', async () => {
    const { measured } = targets(['a']);
    const kept = [1, 2].map((round) => `a${WARM_UP_ROUNDS + round}`);
    expect((await inRounds(measured, run(2), random())).get('a')).toEqual(kept);
  });

  it('use different orders', async () => {
    const { order, measured } = targets(['a', 'b', 'c', 'd']);
    await inRounds(measured, run(5), random());
    const orders = [0, 1, 2, 3, 4, 5].map((round) => order.slice(round * 4, round * 4 + 4).join(''));
    expect(new Set(orders).size).toBeGreaterThan(1);
  });

  it('retry a failed measurement once', async () => {
    let slices = 0;
    const once = () =>
      ++slices === WARM_UP_ROUNDS + 1 ? Promise.reject(new Error('a hiccup')) : Promise.resolve(slices);
    const lines: string[] = [];
    const measured = await inRounds(
      new Map([['ours', once]]),
      run(1, (line) => lines.push(line)),
      random(),
    );
    expect(measured.get('ours')).toEqual([WARM_UP_ROUNDS + 2]);
    expect(lines).toContain('ours: a hiccup Trying once more.');
  });

  it('name the target that failed twice', async () => {
    const failing = new Map([['ours', () => Promise.reject(new Error('3 answers were no success'))]]);
    await expect(inRounds(failing, run(1), random())).rejects.toThrow('ours: 3 answers were no success');
  });
});
