import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { withTimeout } from './timeout.js';

const LIMIT_MS = 100;
const never = new Promise<never>(() => undefined);

it('returns an answer that is in time', async () => {
  expect(await withTimeout(Promise.resolve('answer'), LIMIT_MS)).toBe('answer');
});

it('fails when there is no answer', async () => {
  await expect(withTimeout(never, LIMIT_MS)).rejects.toThrow(`no answer within ${LIMIT_MS} ms`);
  await expect(withTimeout(never, LIMIT_MS, () => new Error('late'))).rejects.toThrow('late');
});

it('reads an answer that arrived while this process was busy for longer', async () => {
  const [store, client] = [spawn('cat'), spawn('cat')];
  await Promise.all([once(store, 'spawn'), once(client, 'spawn')]);
  const answer = withTimeout(once(store.stdout, 'data'), LIMIT_MS);
  // Timers run right after what a request brought, before anything else is read.
  client.stdout.once('data', () => {
    store.stdin.write('answer');
    const busyUntil = performance.now() + 5 * LIMIT_MS;
    while (performance.now() < busyUntil);
  });
  client.stdin.write('request');
  try {
    expect(String(await answer)).toBe('answer');
  } finally {
    store.kill();
    client.kill();
  }
});
