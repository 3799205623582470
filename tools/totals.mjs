// Adds up the reports of the test runners, project by project, and prints the total as the last line.
import { globSync, readFileSync } from 'node:fs';

const reports = globSync('{libs/*,apps/*,tools,tools/faults}/test-report.json');
const totals = { passed: 0, failed: 0 };
for (const file of reports) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  // A file that cannot be loaded has no tests, but is a failure.
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  console.log(`${file.split('/test-report')[0]}: ${report.numPassedTests} passed, ${failed} failed`);
  totals.passed += report.numPassedTests;
  totals.failed += failed;
}
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
