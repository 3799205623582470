// Adds up the reports of the test runs. Names what failed, and prints for each project the seconds that its files took, one after the
// other, and the total as the last line.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const REPORT = 'test-report.json';
if (!existsSync(REPORT)) {
  console.error(`There is no ${REPORT}: the tests did not run to their end.`);
  process.exit(1);
}
const { numFailedTests, numPassedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
  readFileSync(REPORT, 'utf8'),
);
const projects = new Map();
for (const { name, message, status, ranAgain, assertionResults, startTime, endTime } of testResults) {
  const file = relative(process.cwd(), name);
  const [project] = /^(libs\/|apps\/|tools\/faults)?[^/]*/.exec(file);
  const counts = projects.get(project) ?? { passed: 0, failed: 0, milliseconds: 0 };
  projects.set(project, counts);
  const count = (wanted) => assertionResults.filter((test) => test.status === wanted).length;
  counts.passed += count('passed');
  counts.failed += count('failed');
  counts.milliseconds += endTime - startTime;
  if (status === 'failed') {
    // A file that cannot be loaded, or cannot clean up, has no failed test, but is a failure.
    if (count('failed') === 0) counts.failed++;
    console.log(`${file} failed\n${message.slice(0, 4_000)}\n`);
  }
  if (ranAgain) console.log(`${file} ${status} when it ran again`);
}
for (const [project, { passed, failed, milliseconds }] of [...projects].toSorted(([a], [b]) =>
  a < b ? -1 : 1,
))
  console.log(`${project}: ${passed} passed, ${failed} failed, ${Math.round(milliseconds / 1000)} s`);
const failed = numFailedTests + numRuntimeErrorTestSuites;
console.log(`${numPassedTests} passed, ${failed} failed`);
process.exitCode = failed > 0 || numPassedTests === 0 ? 1 : 0;
