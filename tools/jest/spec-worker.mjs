// Runs spec files one after another in this process, with jest-circus. Gives it what Jest's module system otherwise would:
// the import of a file, and the global `jest`.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import runCircus from 'jest-circus/runner';
import { ModuleMocker } from 'jest-mock';

const require = createRequire(import.meta.url);
// The stack of an error names the lines of the TypeScript file.
process.setSourceMapsEnabled(true);
const mocker = new ModuleMocker(globalThis);

// Every run draws the same values, so that a test that fails is one that the change breaks. Other values: SEED=1.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_129) });

globalThis.jest = {
  fn: mocker.fn.bind(mocker),
  restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
};

const runtime = {
  enterTestCode: () => undefined,
  leaveTestCode: () => undefined,
  requireInternalModule: freshModule,
  requireModule: require,
  setGlobalsForRuntime: () => undefined,
  unstable_importModule: (path) => import(pathToFileURL(path).href),
  unstable_shouldLoadAsEsm: () => true,
};

/** Where jest-circus keeps who handles its events, for all of its modules in a process. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

/** Loads a module anew: that of jest-circus contains the tests and hooks of the file before. */
function freshModule(path) {
  delete require.cache[path];
  // Those of a file before look for the running test in their own module: an error that nothing catches would fail no test.
  globalThis[EVENT_HANDLERS] = undefined;
  return require(path);
}

/** The files that prepare a process for the tests of a project. Each is loaded once. */
const setupFiles = new Set();

/** Runs a spec file. @returns its result, as Jest's reporters expect it */
export async function runFile(path, globalConfig, config) {
  const start = Date.now();
  process.chdir(config.rootDir);
  Object.assign(globalThis, config.globals);
  for (const file of config.setupFiles) {
    if (!setupFiles.has(file)) await runtime.unstable_importModule(file);
    setupFiles.add(file);
  }
  const loaded = Date.now();
  const { default: run = runCircus } = runCircus;
  const result = await run(globalConfig, config, { global: globalThis }, runtime, path);
  mocker.restoreAllMocks();
  const end = Date.now();
  const { numPendingTests } = result;
  // The messages say the same in a form that a report can always contain: an error may be its own property.
  const testResults = result.testResults.map((test) => ({ ...test, failureDetails: [] }));
  return {
    ...result,
    testResults,
    displayName: config.displayName,
    perfStats: {
      ...result.perfStats,
      end,
      loadTestEnvironmentEnd: start,
      loadTestEnvironmentStart: start,
      runtime: end - start,
      setupFilesEnd: loaded,
      setupFilesStart: start,
      slow: false,
      start,
    },
    skipped: testResults.length > 0 && testResults.length === numPendingTests,
    testFilePath: path,
  };
}
