import { readWrkSummary } from './load.js';

const OUTPUT = `Running 2s test @ http://127.0.0.1:3190
  1 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     3.81ms    1.05ms  18.20ms   84.10%
Requests/sec:   8504.12
care-atlas 17008 2000500 3700 8400 136064000 3
`;

describe('the output of wrk', () => {
  it('is read from the line of the script, in seconds and milliseconds', () => {
    expect(readWrkSummary(OUTPUT)).toEqual({
      requests: 17_008,
      seconds: 2.0005,
      p50: 3.7,
      p99: 8.4,
      bytes: 136_064_000,
      errors: 3,
    });
  });

  it.each([
    ['no such line', 'unable to connect to 127.0.0.1:3190 Connection refused\n'],
    ['no answers', 'care-atlas 0 2000500 0 0 0 0\n'],
  ])('is rejected for %s', (_, output) => {
    expect(() => readWrkSummary(output)).toThrow('counted no answers');
  });
});
