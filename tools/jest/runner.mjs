// The runner of all spec files. Jest's own runner evaluates every imported module again for each spec file, which took longer
// than most tests. Here worker processes import modules as Node does, so that the files of a worker share them.
import { Worker } from 'jest-worker';
import { bundlePrograms, removeBundles } from '../bundled-programs.mjs';
import { compiled } from '../dev-register.mjs';

const WORKER = new URL('./spec-worker.mjs', import.meta.url);
/** By its whole path: spec files run in the folders of their projects, and start processes with the same options. */
const REGISTER = new URL('../dev-register.mjs', import.meta.url).href;
/** In MB. V8 would begin with one, and move what modules and tests create several times. Processes of tests inherit it. */
const YOUNG_OBJECTS = 16;
/** A run with more spec files that start processes bundles the programs first. */
const FEW_FILES = 8;
/** What spec files leave in memory adds up: a process with more than this, in bytes, is replaced after a file. */
const MOST_MEMORY = 1_000_000_000;

export default class SpecRunner {
  #globalConfig;

  constructor(globalConfig) {
    requireSeed(process.env.SEED);
    this.#globalConfig = globalConfig;
  }

  /** Runs spec files in the order given, as many at a time as there are workers. */
  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const { maxWorkers: numWorkers } = this.#globalConfig;
    const startsProcesses = ({ context }) => context.config.globalSetup;
    if (tests.filter(startsProcesses).length > FEW_FILES) await bundlePrograms(compiled);
    const worker = new Worker(WORKER.href, {
      exposedMethods: ['runFile'],
      forkOptions: {
        execArgv: [
          `--min-semi-space-size=${YOUNG_OBJECTS}`,
          ...process.execArgv.map((word) => (word.endsWith('dev-register.mjs') ? REGISTER : word)),
        ],
        serialization: 'advanced',
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
      idleMemoryLimit: MOST_MEMORY,
      numWorkers,
    });
    const queue = tests.values();
    const runQueue = async () => {
      for (const test of queue) {
        if (watcher.isInterrupted()) return;
        await onStart(test);
        await worker
          .runFile(test.path, this.#globalConfig, test.context.config)
          .then((result) => onResult(test, result))
          .catch((error) => onFailure(test, error));
      }
    };
    try {
      await Promise.all(Array.from({ length: numWorkers }, runQueue));
    } finally {
      await worker.end();
      removeBundles();
    }
  }
}

/** @throws Error for a seed that is no integer: each such text would draw the values of 0 */
function requireSeed(seed) {
  if (seed !== undefined && !/^-?\d{1,15}$/.test(seed))
    throw new Error(`SEED is "${seed}", but must be an integer, such as SEED=1.`);
}
