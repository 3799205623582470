// Runs each spec file that failed once more, by itself, and puts the second result in the report of its project. Two suites
// share the cores, and tests that stage real processes may then miss a deadline. `totals.mjs` names these files.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const JEST = resolve('node_modules/jest/bin/jest.js');
const REGISTER = resolve('tools/dev-register.mjs');
const SECOND = 'test-report-second.json';
/** More failures than these are no coincidence: they are not run again. */
const MOST_FILES = 6;

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const isFailed = ({ status }) => status === 'failed';
const files = globSync('{libs/*,apps/*,tools,tools/faults,lab}/test-report.json');
const reports = files.map((file) => ({ folder: dirname(file), report: read(file) }));
const count = reports.flatMap(({ report }) => report.testResults.filter(isFailed)).length;
if (count === 0 || count > MOST_FILES) {
  console.error(
    count === 0 ? 'No test failed, but a suite did.' : `${count} files failed: too many to run again.`,
  );
  process.exit(1);
}
for (const { folder, report } of reports) {
  const failed = report.testResults.filter(isFailed);
  // A file that cannot be loaded, or cannot clean up, has failed: every one of these runs again.
  report.numRuntimeErrorTestSuites = 0;
  for (const first of failed) {
    console.log(`${first.name} failed, and runs once more by itself.\n${first.message}`);
    const flags = ['--disable-warning=ExperimentalWarning'];
    const source = ['--conditions=@care-atlas/source', '--import', REGISTER];
    const jest = [JEST, '--json', `--outputFile=${SECOND}`, '--runTestsByPath', first.name];
    rmSync(join(folder, SECOND), { force: true });
    spawnSync(process.execPath, [...flags, ...source, ...jest], { cwd: folder, stdio: 'inherit' });
    replace(report, first, read(join(folder, SECOND)));
  }
  if (failed.length > 0) writeFileSync(join(folder, 'test-report.json'), JSON.stringify(report));
  if (report.testResults.some(isFailed)) process.exitCode = 1;
}

/** Puts the second result of a file in the place of its first. */
function replace(report, first, second) {
  const tests = (status) => first.assertionResults.filter((test) => test.status === status).length;
  report.numPassedTests += second.numPassedTests - tests('passed');
  report.numFailedTests += second.numFailedTests - tests('failed');
  report.numRuntimeErrorTestSuites += second.numRuntimeErrorTestSuites;
  report.testResults[report.testResults.indexOf(first)] = { ...second.testResults[0], ranAgain: true };
}
