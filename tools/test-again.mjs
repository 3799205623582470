// Runs each spec file that failed once more, by itself, and puts the second result in the report. Several files share the
// cores, and tests that stage real processes may then miss a deadline. `totals.mjs` names these files.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const REPORT = 'test-report.json';
const SECOND = 'test-report-second.json';
/** More failures than these are no coincidence: they are not run again. */
const MOST_FILES = 6;

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const isFailed = ({ status }) => status === 'failed';
const report = read(REPORT);
const failed = report.testResults.filter(isFailed);
if (failed.length === 0 || failed.length > MOST_FILES) {
  console.error(
    failed.length === 0
      ? 'No test failed, but the run did.'
      : `${failed.length} files failed: too many to run again.`,
  );
  process.exit(1);
}
// A file that cannot be loaded, or cannot clean up, has failed: every one of these runs again.
report.numRuntimeErrorTestSuites = 0;
for (const first of failed) {
  console.log(`${first.name} failed, and runs once more by itself.\n${first.message}`);
  const words = ['run', 'jest', '--', '--json', `--outputFile=${SECOND}`, '--runTestsByPath', first.name];
  rmSync(SECOND, { force: true });
  spawnSync('npm', words, { stdio: 'inherit' });
  replace(first, read(SECOND));
}
writeFileSync(REPORT, JSON.stringify(report));
if (report.testResults.some(isFailed)) process.exitCode = 1;

/** Puts the second result of a file in the place of its first. */
function replace(first, second) {
  const tests = (status) => first.assertionResults.filter((test) => test.status === status).length;
  report.numPassedTests += second.numPassedTests - tests('passed');
  report.numFailedTests += second.numFailedTests - tests('failed');
  report.numRuntimeErrorTestSuites += second.numRuntimeErrorTestSuites;
  report.testResults[report.testResults.indexOf(first)] = { ...second.testResults[0], ranAgain: true };
}
