import { textOf, yamlOf } from './project-file.js';

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

const rules = (yamlOf('docker/monitoring/alerts.yaml') as Rules).groups.flatMap((group) => group.rules);

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
