import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const QUINT = join(import.meta.dirname, '../node_modules/@informalsystems/quint/dist/src/cli.js');
const FOLDER = join(import.meta.dirname, 'key-lease');
/** The histories are the same for the same seed. */
const SEED = 1;
/** States that some histories must reach, or the invariants would say little. */
const REACHED = [
  'anInstanceRemembers',
  'aWithdrawnKeyIsRemembered',
  'aKeyChangedByHandIsRemembered',
  'anEndedKeyIsInExpiredMemory',
  'everyInstanceAcknowledged',
  'everyLeaseEnded',
  'aRotationIsDone',
  'anAttemptFailed',
  'anOutcomeIsUnknown',
  'aRowIsLost',
  'theDatabaseChanged',
];
const source = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const FAULTS = Array.from(source('settings.qnt').matchAll(/^ {4}"(.+)" ->/gm), ([, name]) => name!);
const HISTORIES = source('histories.qnt').match(/^ {2}run /gm)!.length;

/** Runs Quint, which checks names, types and effects first. Returns its exit status and what it prints. */
function quint(...args: readonly string[]): Promise<readonly [status: unknown, output: string]> {
  const command = [QUINT, ...args, '--backend=typescript', `--seed=${SEED}`];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: FOLDER }, (error, stdout, stderr) =>
      resolve([error?.code ?? 0, stdout + stderr]),
    );
  });
}

function simulate(samples: number, steps: number, ...args: readonly string[]) {
  const bounds = [`--max-samples=${samples}`, `--max-steps=${steps}`, '--verbosity=1'];
  return quint('run', 'key-lease.qnt', '--main=keyLease', ...bounds, ...args);
}

/** Returns the witnesses that no history reached. */
const missing = (output: string) => output.match(/^.+ was witnessed in 0 trace.*$/gm) ?? [];

test('each rule has a history that is safe with it and is not without it', async () => {
  const [status, output] = await quint('test', 'histories.qnt', '--main=histories');
  expect(output).toContain(`${HISTORIES} passing`);
  expect(status).toBe(0);
});

test('the protocol keeps its promises in random histories, which get far', async () => {
  const [status, output] = await simulate(250, 25, '--invariants', 'safe', '--witnesses', ...REACHED);
  expect(output).toContain('No violation found');
  expect(output.match(/was witnessed in/g)).toHaveLength(REACHED.length);
  expect(missing(output)).toEqual([]);
  expect(status).toBe(0);
});

test('where a failover loses commits, ends of keys hold after 3.2 s, and no key is lost', async () => {
  const [status, output] = await simulate(30, 20, '--init=unsynchronized', '--invariants', 'bounded');
  expect(output).toContain('No violation found');
  expect(status).toBe(0);
});

test('random histories refute each fault', async () => {
  const faults = FAULTS.map((fault) => `isRefuted("${fault}")`);
  const [, output] = await simulate(300, 14, '--init=broken', '--witnesses', ...faults);
  expect(output.match(/was witnessed in/g)).toHaveLength(faults.length);
  expect(missing(output)).toEqual([]);
});

test('a fault ends a run with a counterexample', async () => {
  const [status, output] = await simulate(300, 14, '--init=broken', '--invariants', 'safe');
  expect(output).toContain('Invariant violated');
  expect(status).toBe(1);
});
