import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ALERT_CASES } from './alert-cases.js';
import { PROJECT, textOf, yamlOf, yamlsOf } from './files/project-file.js';
import { operatorObjects } from './golden/operator-objects.js';
import { promtool, testRules } from './promtool.js';

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

describe.each(rules)('$alert', ({ alert, labels, annotations }) => {
  const cases = ALERT_CASES.filter((each) => each.alert === alert);
  it.each(cases)('when $when', ({ series, after, every = '1m', fires }) => {
    const test = {
      interval: every,
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [
        {
          eval_time: after,
          alertname: alert,
          exp_alerts: fires.map((found) => ({
            exp_labels: { ...found, ...labels },
            exp_annotations: annotations,
          })),
        },
      ],
    };
    expect(testRules([join(PROJECT, FILE)], every, [test])).toContain('SUCCESS');
  });
});
