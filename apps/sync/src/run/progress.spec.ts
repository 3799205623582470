import { Progress } from './progress.js';

const NEVER_MS = 2_000_000_000;
const START = Date.parse('2026-11-20T02:00:00Z');

function testProgress(isTTY: boolean) {
  const texts: string[] = [];
  const clock = { now: START };
  const output = { isTTY, write: (text: string) => texts.push(text) };
  return { texts, clock, progress: new Progress(output, () => new Date(clock.now), NEVER_MS) };
}

it('shows nothing of a short import without a terminal', () => {
  const { texts, progress } = testProgress(false);
  progress.startReading('list.csv', 100);
  progress.updateReading(100, 3);
  progress.end();
  expect(texts).toEqual([]);
});

it('writes lines with time, rate and time left without a terminal', () => {
  const { texts, clock, progress } = testProgress(false);
  progress.startReading('list.csv', 1000);
  clock.now += 2000;
  progress.updateReading(250, 5000);
  progress.show();
  progress.step('Writing');
  progress.show();
  progress.end();
  expect(texts).toEqual([
    '02:00:02 Reading list.csv: 25%, 5,000 rows, 2,500 rows/s, 6 s left\n',
    '02:00:02 Writing\n',
  ]);
});

it('estimates the time left for writing from the time of reading', () => {
  const { texts, clock, progress } = testProgress(false);
  progress.startReading('list.csv', 1000);
  clock.now += 20_000;
  progress.updateReading(1000, 4789);
  progress.updateWriting('not yet');
  let rows = 4789;
  progress.startWriting(() => rows);
  // The last rows of the file are read after its last byte.
  rows = 5000;
  clock.now += 5000;
  progress.show();
  progress.updateWriting('doctors: 4812 changed');
  clock.now += 10_000;
  progress.show();
  clock.now += 60_000;
  progress.show();
  progress.step('Creating the new dataset version');
  progress.show();
  progress.end();
  expect(texts.map((line) => line.slice(9))).toEqual([
    'Writing 5,000 rows: 25%, about 15 s left\n',
    'Writing 5,000 rows: 75%, about 5 s left (doctors: 4812 changed)\n',
    'Writing 5,000 rows: 1 min 15 s so far, longer than reading took (doctors: 4812 changed)\n',
    'Creating the new dataset version\n',
  ]);
});

it('overwrites one line of a terminal, and clears it once at the end', () => {
  const { texts, clock, progress } = testProgress(true);
  progress.startReading('list.csv', 1000);
  clock.now += 2000;
  progress.updateReading(500, 5000);
  progress.show();
  progress.step('Writing');
  progress.show();
  progress.end();
  progress.end();
  expect(texts).toEqual([
    '\r\x1b[KReading list.csv: 50%, 5,000 rows, 2,500 rows/s, 2 s left',
    '\r\x1b[KWriting',
    '\r\x1b[K',
  ]);
});

it('shows itself after an interval', async () => {
  // Progress keeps no process alive: a timer has to until it is shown.
  const alive = setInterval(() => undefined, NEVER_MS);
  let progress: Progress | undefined;
  const text = await new Promise((write) => {
    progress = new Progress({ write }, () => new Date(START), 1);
    progress.step('Reading');
  });
  progress!.end();
  clearInterval(alive);
  expect(text).toBe('02:00:00 Reading\n');
});
