import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../test/stage/until.js';
import type { ServicePlan } from './service-process.js';
import { SupervisedService } from './supervised-service.js';

const directory = mkdtempSync(join(tmpdir(), 'care-atlas-supervised-'));
afterAll(() => rmSync(directory, { recursive: true }));

let services: SupervisedService[] = [];
afterEach(async () => {
  await Promise.all(services.map((service) => service.stop()));
  services = [];
});

const PAUSES = { firstMs: 10, longestMs: 40, stableMs: 60_000 };
const READY = `process.send('ready');`;
const STAY = 'setInterval(() => undefined, 1000);';
/** Counts its starts in a file named COUNT. */
const COUNT = `const { appendFileSync, readFileSync } = require('node:fs');
  appendFileSync('COUNT', '.');
  const starts = readFileSync('COUNT', 'utf8').length;`;

function plan(script: string): ServicePlan {
  return { name: 'API', args: ['-e', script], cwd: directory, env: { PATH: process.env['PATH'] } };
}

function supervise(script: string): { service: SupervisedService; lines: string[] } {
  const lines: string[] = [];
  const service = new SupervisedService(plan(script), (line) => lines.push(line), PAUSES);
  services.push(service);
  return { service, lines };
}

it('a service that ends is restarted after growing pauses, with the reason logged', async () => {
  writeFileSync(join(directory, 'COUNT'), '');
  const script = `${COUNT} ${READY} if (starts < 5) setTimeout(() => process.exit(starts), 20); else { ${STAY} }`;
  const { service, lines } = supervise(script);
  await service.ready;
  await until('it was restarted', () => readFileSync(join(directory, 'COUNT'), 'utf8').length === 5);
  expect(lines).toEqual([
    'API ended (exit code 1); it restarts in 0.01 s.',
    'API ended (exit code 2); it restarts in 0.02 s.',
    'API ended (exit code 3); it restarts in 0.04 s.',
    'API ended (exit code 4); it restarts in 0.04 s.',
  ]);
});

const SHOW = `const { readFileSync, writeFileSync } = require('node:fs');
  writeFileSync('STAT', readFileSync('/proc/self/stat'));`;

it('a service runs in its own session, so that Ctrl-C reaches only the starter', async () => {
  const file = join(directory, 'STAT');
  const { service } = supervise(`${SHOW} ${READY} ${STAY}`);
  await service.ready;
  const [pid, , , , group, session] = readFileSync(file, 'utf8').split(' ');
  expect({ group, session }).toEqual({ group: pid, session: pid });
});

it('a service that is killed is restarted', async () => {
  writeFileSync(join(directory, 'COUNT'), '');
  const script = `${COUNT} ${READY} if (starts === 1) process.kill(process.pid, 'SIGKILL'); ${STAY}`;
  const { lines } = supervise(script);
  await until('it was restarted', () => readFileSync(join(directory, 'COUNT'), 'utf8').length === 2);
  expect(lines).toEqual(['API ended (SIGKILL); it restarts in 0.01 s.']);
});

it('a service that ends before it is ready fails the start', async () => {
  const { service, lines } = supervise('process.exit(7)');
  await expect(service.ready).rejects.toThrow('API ended (exit code 7)');
  expect(lines).toEqual([]);
});

it('a stopped service is not restarted, even during a pause', async () => {
  const { service, lines } = supervise(`${READY} ${STAY}`);
  await service.ready;
  await service.stop();
  expect(lines).toEqual([]);
  const pausing = new SupervisedService(
    plan(`${READY} setTimeout(() => process.exit(0), 20)`),
    (line) => lines.push(line),
    { firstMs: 60_000, longestMs: 60_000, stableMs: 60_000 },
  );
  await until('it ended', () => lines.length === 1);
  await pausing.stop();
  expect(lines).toHaveLength(1);
});
