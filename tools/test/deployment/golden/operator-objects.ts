import { stringify } from 'yaml';
import { yamlOf } from '../files/project-file.js';

interface ScrapeConfiguration {
  readonly scrape_configs: readonly {
    readonly relabel_configs: readonly {
      readonly source_labels: readonly string[];
      readonly regex?: string;
      readonly action?: string;
      readonly target_label?: string;
    }[];
  }[];
}

const HEAD = `# For the Prometheus Operator, instead of prometheus.yaml and access.yaml: the pods to scrape, and the alerts of
# docker/monitoring/alerts.yaml. \`npm run golden\` writes it. The labels that your Prometheus selects objects by, such as
# "release", are yours to add. docs/operate/install.md#monitoring.
`;
const metadata = {
  name: 'care-atlas',
  namespace: 'care-atlas',
  labels: { 'app.kubernetes.io/part-of': 'care-atlas' },
};

/** Returns a PodMonitor and a PrometheusRule that do what the shipped scrape configuration and rules do. */
export function operatorObjects(): string {
  const scraping = yamlOf('docker/kubernetes/monitoring/prometheus.yaml') as ScrapeConfiguration;
  const relabelings = scraping.scrape_configs[0]!.relabel_configs
    // The operator keeps the pods and ports that the PodMonitor names, and drops those that have ended.
    .filter(({ target_label }) => target_label !== undefined)
    .map(({ source_labels, target_label }) => ({ sourceLabels: source_labels, targetLabel: target_label }));
  const monitor = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PodMonitor',
    metadata,
    spec: {
      selector: { matchLabels: { 'app.kubernetes.io/part-of': 'care-atlas' } },
      podMetricsEndpoints: [
        {
          port: 'metrics',
          interval: '15s',
          honorLabels: true,
          relabelings: [...relabelings, { targetLabel: 'job', replacement: 'care-atlas' }],
        },
      ],
    },
  };
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata,
    spec: yamlOf('docker/monitoring/alerts.yaml'),
  };
  return `${HEAD}${[monitor, rule].map((object) => stringify(object, { lineWidth: 0 })).join('---\n')}`;
}
