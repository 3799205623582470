import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, runTests, typecheck } from '@informalsystems/quint/dist/src/cliCommands.js';
import { toExpr } from '@informalsystems/quint/dist/src/cliHelpers.js';
import { newRng } from '@informalsystems/quint/dist/src/rng.js';
import { Evaluator } from '@informalsystems/quint/dist/src/runtime/impl/evaluator.js';
import { newTraceRecorder } from '@informalsystems/quint/dist/src/runtime/trace.js';

const FOLDER = join(import.meta.dirname, 'key-lease');
/** The histories are the same for the same seed. */
const SEED = 1n;
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

/** The model with its histories, whose names, types and effects Quint checks once: that takes longer than the simulations. */
async function readModel() {
  const path = join(FOLDER, 'both.qnt');
  const text = 'module both { import keyLease from "./key-lease" import histories from "./histories" }';
  const sourceCode = new Map([[path, text]]);
  const parsed = await parse({ stage: 'loading', args: {}, path, sourceCode, warnings: [] });
  const { value } = await parsed.asyncChain(typecheck);
  if ('modules' in value) return value;
  throw new Error(JSON.stringify(value.stage.errors));
}
const model = await readModel();

/** Runs random histories from a beginning. Returns how they end, and the witnesses that none has reached. */
function simulate(samples: number, steps: number, init: string, invariant: string, witnesses: string[] = []) {
  const at = { ...model, args: { main: 'keyLease' } };
  const [begin, step, holds, ...seen] = [init, 'step', invariant, ...witnesses].map((text) =>
    toExpr(at, text).unwrap(),
  );
  const rng = newRng(SEED);
  const evaluator = new Evaluator(model.resolver.table, newTraceRecorder(1, rng, 1), rng);
  const { status, witnessingTraces } = evaluator.simulate(begin!, step!, holds!, seen, samples, steps, 1);
  return { status, missing: witnesses.filter((_, i) => witnessingTraces[i] === 0) };
}

test('each rule has a history that is safe with it and is not without it', async () => {
  const args = { main: 'histories', maxSamples: 1, seed: SEED, verbosity: 0, backend: 'typescript' };
  const { value } = await runTests({ ...model, args });
  expect(value).toMatchObject({ passed: { length: HISTORIES }, failed: [], ignored: [] });
});

test('the protocol keeps its promises in random histories, which get far', () => {
  expect(simulate(250, 25, 'init', 'safe', REACHED)).toEqual({ status: 'ok', missing: [] });
});

test('where a failover loses commits, ends of keys hold after 3.2 s, and no key is lost', () => {
  expect(simulate(30, 20, 'unsynchronized', 'bounded').status).toBe('ok');
});

test('random histories refute each fault', () => {
  const faults = FAULTS.map((fault) => `isRefuted("${fault}")`);
  expect(simulate(300, 14, 'broken', 'true', faults).missing).toEqual([]);
});

test('a fault ends a run with a counterexample', () => {
  expect(simulate(300, 14, 'broken', 'safe').status).toBe('violation');
});
