import { clocked } from './progress.js';

it('progress is told with the minutes and seconds since the start', () => {
  const lines: string[] = [];
  let now = 5_000;
  const say = clocked(
    (line) => lines.push(line),
    () => now,
  );
  say('first');
  now += 754_900;
  say('later');
  expect(lines).toEqual(['  0:00  first', ' 12:34  later']);
});
