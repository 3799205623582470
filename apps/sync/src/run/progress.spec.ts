import { Progress } from './progress.js';

const NEVER_MS = 2_000_000_000;
const START = Date.parse('2026-11-20T02:00:00Z');

function shown(isTTY: boolean) {
  const texts: string[] = [];
  const clock = { now: START };
  // What the bar asks of a terminal.
  const output = { isTTY, columns: 200, write: (text: string) => texts.push(text) };
  return { texts, clock, progress: new Progress(output, () => new Date(clock.now), NEVER_MS) };
}

it('says nothing of a short import where there is no terminal', () => {
  const { texts, progress } = shown(false);
  progress.reading('list.csv', 100);
  progress.read(100, 3);
  progress.end();
  expect(texts).toEqual([]);
});

it('writes lines with the time where there is no terminal, with the rate and the time left', () => {
  const { texts, clock, progress } = shown(false);
  progress.reading('list.csv', 1000);
  clock.now += 2000;
  progress.read(250, 5000);
  progress.show();
  progress.say('Writing');
  progress.show();
  progress.end();
  expect(texts).toEqual([
    '02:00:02 Reading list.csv: 25 %, 5,000 rows, 2,500 rows/s, 6 s left\n',
    '02:00:02 Writing\n',
  ]);
});

it('draws a bar on a terminal, and clears it at the end', () => {
  const { texts, clock, progress } = shown(true);
  progress.reading('list.csv', 1000);
  clock.now += 2000;
  progress.read(500, 5000);
  progress.end();
  const text = texts.join('');
  expect(text).toContain('Reading list.csv [');
  expect(text).toContain('50 % | 5,000 rows | 2,500 rows/s | 2 s left');
  // eslint-disable-next-line no-control-regex
  expect(text).toMatch(/\u001b\[(?:0)?[JK]$|\u001b\[0K/);
});

it('writes over one line of a terminal after the file was read, and clears it at the end, once', () => {
  const { texts, progress } = shown(true);
  progress.say('Writing');
  progress.show();
  progress.end();
  progress.end();
  expect(texts).toEqual(['\r\x1b[KWriting', '\r\x1b[K']);
});

it('speaks by itself after a pause', async () => {
  // Progress keeps no process alive: something else has to until it has spoken.
  const alive = setInterval(() => undefined, NEVER_MS);
  let progress: Progress | undefined;
  const text = await new Promise((write) => {
    progress = new Progress({ write }, () => new Date(START), 1);
    progress.say('Reading');
  });
  progress!.end();
  clearInterval(alive);
  expect(text).toBe('02:00:00 Reading\n');
});
