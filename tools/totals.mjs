// Adds up the reports of the test runners, project by project. Names what failed, and prints the total as the last line.
import { globSync, readFileSync } from 'node:fs';

const reports = globSync('{libs/*,apps/*,tools,tools/faults,lab}/test-report.json');
const totals = { passed: 0, failed: 0 };
for (const file of reports) {
  const project = file.split('/test-report')[0];
  const report = JSON.parse(readFileSync(file, 'utf8'));
  for (const { name, message } of report.testResults.filter(({ status }) => status === 'failed')) {
    console.log(`${project}: ${name.split(`${project}/`).at(-1)} failed\n${message.slice(0, 4_000)}\n`);
  }
  for (const { name, status } of report.testResults.filter(({ ranAgain }) => ranAgain)) {
    console.log(`${project}: ${name.split(`${project}/`).at(-1)} ${status} when it ran again`);
  }
  // A file that cannot be loaded has no tests, but is a failure.
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  console.log(`${project}: ${report.numPassedTests} passed, ${failed} failed`);
  totals.passed += report.numPassedTests;
  totals.failed += failed;
}
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
