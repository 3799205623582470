import { Progress } from './progress.js';

const NEVER_MS = 2_000_000_000;

function shown(isTTY: boolean) {
  const texts: string[] = [];
  const output = { isTTY, write: (text: string) => texts.push(text) };
  return { texts, progress: new Progress(output, NEVER_MS) };
}

it('says nothing of a short import', () => {
  const { texts, progress } = shown(true);
  progress.now(() => 'Reading');
  progress.end();
  expect(texts).toEqual([]);
});

it('writes lines where there is no terminal, each as things stand then', () => {
  const { texts, progress } = shown(false);
  let rows = 1;
  progress.now(() => `Reading: ${rows} rows`);
  progress.show();
  rows = 2;
  progress.show();
  progress.end();
  expect(texts).toEqual(['Reading: 1 rows\n', 'Reading: 2 rows\n']);
});

it('writes over one line of a terminal, and clears it at the end, once', () => {
  const { texts, progress } = shown(true);
  progress.now(() => 'Reading');
  progress.show();
  progress.end();
  progress.end();
  expect(texts).toEqual(['\r\x1b[KReading', '\r\x1b[K']);
});

it('speaks by itself after a pause', async () => {
  // Progress keeps no process alive: something else has to until it has spoken.
  const alive = setInterval(() => undefined, NEVER_MS);
  let progress: Progress | undefined;
  const text = await new Promise((write) => {
    progress = new Progress({ write }, 1);
    progress.now(() => 'Reading');
  });
  progress!.end();
  clearInterval(alive);
  expect(text).toBe('Reading\n');
});
