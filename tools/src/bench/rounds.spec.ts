import { seeded } from '../random-query.js';
import { inRounds } from './rounds.js';

/** Contestants that tell in which order they were measured. */
function contestants(names: readonly string[]) {
  const order: string[] = [];
  const measured = new Map(
    names.map((name) => [name, () => Promise.resolve(`${name}${order.push(name)}`)] as const),
  );
  return { order, measured };
}

const silent = () => undefined;

describe('rounds', () => {
  it('measure everybody once in each, after one that warms up', async () => {
    const { order, measured } = contestants(['a', 'b', 'c']);
    const slices = await inRounds(measured, 4, seeded(1), silent);
    const rounds = [0, 1, 2, 3, 4].map((round) => order.slice(round * 3, round * 3 + 3));
    for (const round of rounds) expect(round.toSorted()).toEqual(['a', 'b', 'c']);
    expect(order).toHaveLength(15);
    expect([...slices].map(([name, { length }]) => [name, length])).toEqual([
      ['a', 4],
      ['b', 4],
      ['c', 4],
    ]);
  });

  it('keep no slice of the first one', async () => {
    const { measured } = contestants(['a']);
    expect((await inRounds(measured, 2, seeded(1), silent)).get('a')).toEqual(['a2', 'a3']);
  });

  it('go in different orders', async () => {
    const { order, measured } = contestants(['a', 'b', 'c', 'd']);
    await inRounds(measured, 5, seeded(1), silent);
    const orders = [0, 1, 2, 3, 4, 5].map((round) => order.slice(round * 4, round * 4 + 4).join(''));
    expect(new Set(orders).size).toBeGreaterThan(1);
  });

  it('measure a slice that failed once more', async () => {
    let slices = 0;
    const once = () => (++slices === 2 ? Promise.reject(new Error('a hiccup')) : Promise.resolve(slices));
    const said: string[] = [];
    const measured = await inRounds(new Map([['ours', once]]), 1, seeded(1), (line) => said.push(line));
    expect(measured.get('ours')).toEqual([3]);
    expect(said).toContain('ours: a hiccup Once more.');
  });

  it('name who failed twice', async () => {
    const failing = new Map([['ours', () => Promise.reject(new Error('3 answers were no success'))]]);
    await expect(inRounds(failing, 1, seeded(1), silent)).rejects.toThrow('ours: 3 answers were no success');
  });
});
