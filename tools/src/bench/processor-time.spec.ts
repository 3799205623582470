import { processorTime, readProcessStat, threadTime } from './processor-time.js';

it('the times of a process are read behind its name, whatever that is, in milliseconds', () => {
  const line =
    '4711 (postgres: (a b)) S 4242 4711 4711 0 -1 4194560 8054 93 0 0 120 34 5 6 20 0 1 0 100 2000 300';
  expect(readProcessStat(line)).toEqual({ parent: 4242, own: 1540, ended: 110 });
});

it('the time of the threads of a process grows by what it does, exactly, to what the process has used', () => {
  const before = threadTime(process.pid);
  for (let spent = process.cpuUsage(); process.cpuUsage(spent).user < 20_000;) JSON.stringify(spent);
  const after = threadTime(process.pid);
  expect(after - before).toBeGreaterThan(10);
  // A thread that has ended is counted in the one alone; a tick is ten milliseconds.
  expect(after).toBeLessThan(processorTime(process.pid) + 20);
});
