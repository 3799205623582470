import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installLocked, MODELS } from '../src/processes/install-locked.js';

const QUINT = join(MODELS, 'node_modules/@informalsystems/quint/dist/src/cli.js');
const FOLDER = join(MODELS, 'key-lease');
/** The histories are the same for the same seed. */
const SEED = 1;
/** Starting takes seconds, and a busy machine several times as long. */
const TIMEOUT_MS = 300_000;
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
const FAULTS = Array.from(
  readFileSync(join(FOLDER, 'settings.qnt'), 'utf8').matchAll(/^ {4}"(.+)" ->/gm),
  ([, name]) => `isRefuted("${name}")`,
);

beforeAll(() => installLocked(MODELS), TIMEOUT_MS);

/** Runs Quint, which checks names, types and effects first. Returns its exit status and what it prints. */
function quint(...args: readonly string[]): Promise<readonly [status: unknown, output: string]> {
  const command = [QUINT, ...args, '--backend=typescript', `--seed=${SEED}`];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: FOLDER }, (error, stdout, stderr) =>
      resolve([error?.code ?? 0, stdout + stderr]),
    );
  });
}

const simulate = (samples: number, steps: number, ...args: readonly string[]) =>
  quint(
    'run',
    'key-lease.qnt',
    '--main=keyLease',
    `--max-samples=${samples}`,
    `--max-steps=${steps}`,
    ...args,
  );

/** Returns the witnesses that no history reached. */
const missing = (output: string) => output.match(/^.+ was witnessed in 0 trace.*$/gm) ?? [];

test(
  'each rule has a history that is safe with it and is not without it',
  async () => {
    const [status, output] = await quint('test', 'histories.qnt', '--main=histories');
    expect(output).toContain('19 passing');
    expect(status).toBe(0);
  },
  TIMEOUT_MS,
);

test(
  'the protocol keeps its promises in random histories, which get far',
  async () => {
    const [status, output] = await simulate(250, 25, '--invariants', 'safe', '--witnesses', ...REACHED);
    expect(output).toContain('No violation found');
    expect(output.match(/was witnessed in/g)).toHaveLength(REACHED.length);
    expect(missing(output)).toEqual([]);
    expect(status).toBe(0);
  },
  TIMEOUT_MS,
);

test(
  'where a failover loses commits, ends of keys hold after 3.2 s, and no key is lost',
  async () => {
    const [status, output] = await simulate(80, 20, '--init=unsynchronized', '--invariants', 'bounded');
    expect(output).toContain('No violation found');
    expect(status).toBe(0);
  },
  TIMEOUT_MS,
);

test(
  'random histories refute each fault',
  async () => {
    expect(FAULTS).toHaveLength(9);
    const [, output] = await simulate(300, 14, '--init=broken', '--witnesses', ...FAULTS);
    expect(output.match(/was witnessed in/g)).toHaveLength(FAULTS.length);
    expect(missing(output)).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'a fault ends a run with its counterexample',
  async () => {
    const [status, output] = await simulate(
      300,
      14,
      '--init=broken',
      '--invariants',
      'safe',
      '--verbosity=1',
    );
    expect(output).toContain('Invariant violated');
    expect(status).toBe(1);
  },
  TIMEOUT_MS,
);
