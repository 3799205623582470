import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { StatementQueue } from './copy-target.js';

const queueOf = (ended: number[]) => {
  const queue = new StatementQueue(new Client());
  const send = (n: number) => queue.send(() => setTimeout(20).then(() => ended.push(n)));
  return { queue, send };
};

test('statements follow one another in their order', async () => {
  const ended: number[] = [];
  const { queue, send } = queueOf(ended);
  for (const n of [1, 2, 3, 4, 5]) await send(n);
  await queue.end();
  expect(ended).toEqual([1, 2, 3, 4, 5]);
});

test('an abandoned queue ends the statement that runs and begins no other', async () => {
  const ended: number[] = [];
  const { queue, send } = queueOf(ended);
  for (const n of [1, 2, 3]) await send(n);
  await queue.abandon();
  expect(ended).toEqual([1]);
  await setTimeout(100);
  expect(ended).toEqual([1]);
});

test('a statement that fails is the last, and its error is thrown', async () => {
  const ended: number[] = [];
  const { queue, send } = queueOf(ended);
  await queue.send(() => Promise.reject(new Error('No.')));
  await send(2);
  await expect(queue.end()).rejects.toThrow('No.');
  expect(ended).toEqual([]);
});
