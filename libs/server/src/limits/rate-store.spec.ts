import { MemoryRateStore } from './rate-store.js';

const WINDOW = 60_000;
const LIMIT = 3;

let now: number;
let store: MemoryRateStore;
beforeEach(() => {
  now = 5_000;
  store = new MemoryRateStore(() => now);
});

const hit = (key = 'a') => store.increment(key, WINDOW, LIMIT);
const peek = (key = 'a') => store.peek(key, WINDOW, LIMIT);

describe('increment', () => {
  it('counts up to the limit, and blocks above it', async () => {
    const counts = [await hit(), await hit(), await hit(), await hit(), await hit()];
    expect(counts.map(({ totalHits }) => totalHits)).toEqual([1, 2, 3, 4, 4]);
    expect(counts.map(({ isBlocked }) => isBlocked)).toEqual([false, false, false, true, true]);
  });

  it('counts each key by itself', async () => {
    for (let i = 0; i < 5; i++) await hit('a');
    expect(await hit('b')).toMatchObject({ totalHits: 1, isBlocked: false });
  });

  it('has a window that starts with its first hit, and does not move', async () => {
    await hit();
    now += 59_999;
    expect(await hit()).toMatchObject({ totalHits: 2, timeToExpire: 1 });
    now += 1;
    expect(await hit()).toMatchObject({ totalHits: 1, timeToExpire: 60 });
  });

  it('says in whole seconds, rounded up, when the window ends', async () => {
    await hit();
    now += 1;
    expect((await hit()).timeToExpire).toBe(60);
    now += 999;
    expect((await hit()).timeToExpire).toBe(59);
    expect(await hit()).toMatchObject({ timeToExpire: 59, timeToBlockExpire: 59 });
  });

  it('is not freed by being hit while it is blocked', async () => {
    for (let second = 0; second < 60; second++, now += 1_000) await hit();
    expect(await hit()).toMatchObject({ totalHits: 1, isBlocked: false });
  });
});

describe('peek', () => {
  it('does not count', async () => {
    await hit();
    for (let i = 0; i < 5; i++) expect((await peek()).totalHits).toBe(1);
    expect((await hit()).totalHits).toBe(2);
  });

  it('is blocked from when the limit is reached', async () => {
    await hit();
    await hit();
    expect((await peek()).isBlocked).toBe(false);
    await hit();
    expect(await peek()).toEqual({ totalHits: 3, timeToExpire: 60, isBlocked: true, timeToBlockExpire: 60 });
  });

  it('of nothing, or of what has ended, is a whole window without hits', async () => {
    const fresh = { totalHits: 0, timeToExpire: 60, isBlocked: false, timeToBlockExpire: 0 };
    expect(await peek('unknown')).toEqual(fresh);
    for (let i = 0; i < 4; i++) await hit();
    now += WINDOW;
    expect(await peek()).toEqual(fresh);
  });
});

it('keeps the windows that still run when it drops those that have ended', async () => {
  for (let i = 0; i < 9_999; i++) await hit(`old ${i}`);
  now += WINDOW - 1;
  for (let i = 0; i < 3; i++) await hit('running');
  now += 1;
  // The store is full: this one makes it drop what has ended.
  for (let i = 0; i < 10; i++) await hit(`new ${i}`);
  expect(await hit('running')).toMatchObject({ totalHits: 4, isBlocked: true });
  expect(await peek('new 0')).toMatchObject({ totalHits: 1 });
  expect(await peek('old 0')).toMatchObject({ totalHits: 0 });
});

it.each([1_000_000.1, 86_400_000.3])('never shows more seconds than the window has: at %d', async (time) => {
  now = time;
  for (let i = 0; i <= LIMIT; i++)
    expect((await store.increment('x:1', WINDOW, LIMIT)).timeToExpire).toBe(60);
});
