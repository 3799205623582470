import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ALERT_CASES, type AlertCase } from './alert-cases.js';
import { PROJECT, textOf, yamlOf, yamlsOf } from './files/project-file.js';
import { operatorObjects } from './golden/operator-objects.js';
import { promtool, reportOfRules } from './promtool.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const FILE = 'docker/monitoring/alerts.yaml';
const rules = (yamlOf(FILE) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);

it('every alert is explained, by its expression, and no other is', () => {
  const [, section = ''] = textOf('docs/operate/alerts.md').split('## Rules');
  const [table = ''] = section.split('\n## ');
  const explained = Array.from(table.matchAll(/^\| `([^`]+)`/gm), ([, expression]) => expression!);
  expect(rules.map(({ expr }) => expr).toSorted()).toEqual(explained.toSorted());
  expect(rules.length).toBeGreaterThan(10);
});

it('for every alert there is something to do', () => {
  const answered = Array.from(
    textOf('docs/operate/alerts.md').matchAll(/^\*\*`(\w+)`\*\*/gm),
    ([, name]) => name!,
  );
  expect(answered).toEqual(rules.map(({ alert }) => alert));
});

it('Prometheus accepts the rules', () => {
  expect(promtool('check', 'rules', join(PROJECT, FILE))).toContain(`SUCCESS: ${rules.length} rules found`);
});

it('the objects of the Prometheus Operator are the shipped rules and scrape configuration', () => {
  expect(yamlsOf('docker/kubernetes/monitoring/operator.yaml')).toEqual(
    parseAllDocuments(operatorObjects()).map((document) => document.toJS() as unknown),
  );
});

const alerts = (firing: boolean) =>
  new Set(ALERT_CASES.filter(({ fires }) => fires.length > 0 === firing).map(({ alert }) => alert));

it('every alert has a case in which it fires, and one in which it does not', () => {
  const named = new Set(rules.map(({ alert }) => alert));
  expect([alerts(true), alerts(false)]).toEqual([named, named]);
});

/** Of each case, what promtool reports; one run for each interval, because a run takes longer to begin than a case. */
const reports = new Map<string, string>();
beforeAll(() => {
  const staged = ALERT_CASES.map((each) => {
    const { labels, annotations } = rules.find(({ alert }) => alert === each.alert)!;
    return { ...each, every: each.every ?? '1m', labels, annotations };
  });
  for (const [every, cases] of Map.groupBy(staged, (each) => each.every)) {
    const tests = cases.map(({ labels, annotations, ...each }) => ({
      name: nameOf(each),
      interval: every,
      input_series: Object.entries(each.series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [
        {
          eval_time: each.after,
          alertname: each.alert,
          exp_alerts: each.fires.map((found) => ({
            exp_labels: { ...found, ...labels },
            exp_annotations: annotations,
          })),
        },
      ],
    }));
    const report = reportOfRules([join(PROJECT, FILE)], every, tests);
    for (const each of cases) reports.set(nameOf(each), partOf(report, nameOf(each)));
  }
});

const nameOf = ({ alert, when }: AlertCase) => `${alert} when ${when}`;

/** Returns the part of a report about a case, or the end of the run if it accepts all. */
function partOf(report: string, name: string): string {
  if (report.trimEnd().endsWith('SUCCESS')) return 'SUCCESS';
  const [, part] = report.split(`name: ${name},\n`);
  return part?.split('\n    name: ', 1)[0] ?? (report.includes('name: ') ? 'SUCCESS' : report);
}

it('what promtool reports of a case is found among others', () => {
  const fails = { exp_labels: { wrong: 'label' } };
  const tests = [[], [fails], []].map((exp_alerts, at) => ({
    name: `case ${at}`,
    interval: '1m',
    alert_rule_test: [{ eval_time: '1m', alertname: 'ExportsOld', exp_alerts }],
  }));
  const report = reportOfRules([join(PROJECT, FILE)], '1m', tests);
  expect([0, 1, 2].map((at) => partOf(report, `case ${at}`))).toEqual([
    'SUCCESS',
    expect.stringContaining('wrong="label"'),
    'SUCCESS',
  ]);
});

describe.each(rules)('$alert', ({ alert }) => {
  it.each(ALERT_CASES.filter((each) => each.alert === alert))('when $when', (each) => {
    expect(reports.get(nameOf(each))).toBe('SUCCESS');
  });
});
