import { readProcessStat } from './processor-time.js';

it('parses the times after the process name, whatever it contains, in milliseconds', () => {
  const line =
    '4711 (postgres: (a b)) S 4242 4711 4711 0 -1 4194560 8054 93 0 0 120 34 5 6 20 0 1 0 100 2000 300';
  expect(readProcessStat(line)).toEqual({ parent: 4242, own: 1540, ended: 110 });
});
