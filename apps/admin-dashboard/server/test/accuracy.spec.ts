import type { Accuracy } from '#contract/directory/accuracy';
import { fillDirectory, measureAccuracy } from '../../test/large-directory.js';
import { TestDashboard } from './test-dashboard.js';

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await TestDashboard.start({}, { prepare: fillDirectory });
});
afterAll(() => dashboard?.stop());

it('is not measured before an audit; then as the API reports it, with the evidence and all samples', async () => {
  const browser = await dashboard.enrol('ada');
  const before = await browser.get<Accuracy>('/api/accuracy');
  expect(before).toEqual({ status: 'not_measured', accuracy: [], byEvidence: [], audits: [] });
  await measureAccuracy(dashboard.testDatabase.url);
  let answer = before;
  while (answer.status === 'not_measured') answer = await browser.get<Accuracy>('/api/accuracy');

  const { accuracy, byEvidence, audits } = answer;
  const seedOf = (protocol: string) => (JSON.parse(protocol) as { seed: string }).seed;
  expect(audits.map(({ protocol, measuredAt }) => [seedOf(protocol), measuredAt !== null])).toEqual([
    ['not-called-yet', false],
    ['dashboard', true],
  ]);
  expect(byEvidence.map(({ method, age }) => [method, age])).toEqual([
    ['', 0],
    ['', null],
    ['register', 0],
    ['register', 31],
  ]);
  const sumOf = (rows: readonly { n: number; correct: number; unreachable: number }[]) =>
    rows.reduce(
      (sum, { n, correct, unreachable }) => [sum[0]! + n, sum[1]! + correct, sum[2]! + unreachable],
      [0, 0, 0],
    );
  expect(sumOf(byEvidence)).toEqual(sumOf(accuracy.filter(({ stratum }) => stratum === 'all')));
});
