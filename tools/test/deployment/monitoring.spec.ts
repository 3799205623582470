import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../stage/until.js';
import { MonitoringProgram, startPrometheus } from './monitoring-program.js';
import { PROJECT, textOf, yamlOf, yamlsOf } from './files/project-file.js';
import { promtool } from './promtool.js';
import { ShippedProxy } from './shipped-proxy.js';

const FILES = ['docker/monitoring/prometheus.yaml', 'docker/kubernetes/monitoring/prometheus.yaml'];
const SERVICES = ['api', 'dashboard', 'mcp'];
const undo: (() => unknown)[] = [];

afterEach(async () => {
  while (undo.length > 0) await undo.pop()!();
});

/** A shipped configuration as it is on this machine, with the shipped rules. */
function configuration(file: string): string {
  return textOf(file)
    .replace('/etc/prometheus/alerts.yaml', join(PROJECT, 'docker/monitoring/alerts.yaml'))
    .replace('scrape_interval: 15s', 'scrape_interval: 1s\n  scrape_timeout: 1s');
}

/** Debian's Prometheus is built without the discovery of Kubernetes: a file of targets replaces it. */
function withoutKubernetes(text: string): string {
  return text.replace(
    /kubernetes_sd_configs:\n.*\n.*\n/,
    'file_sd_configs:\n      - { files: [FOLDER/pods.json] }\n',
  );
}

async function serve(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo.push(() => server.close().closeAllConnections());
  return { server, port: (server.address() as AddressInfo).port };
}

it.each(FILES)('Prometheus accepts %s', (file) => {
  const folder = mkdtempSync(join(tmpdir(), 'care-atlas-prometheus-'));
  undo.push(() => rmSync(folder, { recursive: true }));
  const shipped = join(folder, 'prometheus.yaml');
  const probes = join(PROJECT, 'docker/monitoring/probes.yaml');
  writeFileSync(join(folder, 'pods.json'), '[]');
  const text = withoutKubernetes(configuration(file)).replaceAll('FOLDER', folder);
  writeFileSync(shipped, text.replace('/etc/prometheus/probes.yaml', probes));
  expect(promtool('check', 'config', shipped)).toContain('SUCCESS');
});

it('both configurations give the labels that the alerts use', () => {
  const jobs = FILES.map((file) => {
    const { scrape_configs: scraped } = yamlOf(file) as {
      scrape_configs: { job_name: string; honor_labels?: boolean }[];
    };
    return scraped.map(({ job_name: job, honor_labels: honor }) => [job, honor]);
  });
  const expected = [
    ['care-atlas', true],
    ['care-atlas-edge', undefined],
  ];
  expect(jobs).toEqual([expected, expected]);
});

it('a probe through the shipped proxy notices that a service does not answer', async () => {
  const away = new Set<string>();
  const { port } = await serve(({ headers }, response) => {
    response.statusCode = away.has(headers.host!) ? 503 : 200;
    response.end();
  });
  const ports = new Map(SERVICES.map((name) => [name, port]));
  const proxy = await ShippedProxy.start({ ports });
  undo.push(() => proxy.stop());
  const config = textOf('docker/monitoring/blackbox.yaml');
  const exporter = await MonitoringProgram.start(
    ['blackbox_exporter', 'prometheus-blackbox-exporter'],
    { 'blackbox.yaml': config },
    (folder, address) => [
      `--config.file=${join(folder, 'blackbox.yaml')}`,
      `--web.listen-address=${address}`,
    ],
  );
  undo.push(() => exporter.stop());
  const prometheus = await startPrometheus({
    'prometheus.yaml': configuration(FILES[0]!)
      .replace('/etc/prometheus/probes.yaml', 'FOLDER/probes.yaml')
      .replace('blackbox:9115', `127.0.0.1:${exporter.port}`),
    'probes.yaml': textOf('docker/monitoring/probes.yaml')
      .replaceAll('proxy:8080', `127.0.0.1:${proxy.port}`)
      .replaceAll('.localhost', '.example'),
  });
  undo.push(() => prometheus.stop());
  const answering = async () => {
    const { result } = await prometheus.api<{
      result: { metric: { service: string }; value: [number, string] }[];
    }>('query?query=probe_success{job="care-atlas-edge"}');
    return result.filter(({ value: [, value] }) => value === '1').map(({ metric }) => metric.service);
  };
  await until(
    'all addresses answered',
    async () => (await answering()).toSorted().join() === SERVICES.join(),
  );
  away.add('mcp.example');
  await until(
    'the connector was away',
    async () => (await answering()).toSorted().join() === 'api,dashboard',
  );
  const { result } = await prometheus.api<{ result: { metric: object }[] }>(
    'query?query=probe_success{job="care-atlas-edge"}==0',
  );
  expect(result).toMatchObject([{ metric: { service: 'mcp', job: 'care-atlas-edge' } }]);
  const { groups } = await prometheus.api<{ groups: { rules: { name: string; state: string }[] }[] }>(
    'rules',
  );
  expect(groups.flatMap(({ rules }) => rules).find(({ name }) => name === 'EdgeDown')).toBeDefined();
});

const meta = (name: string) => `__meta_kubernetes_pod_${name.replaceAll(/\W/g, '_')}`;

describe('in a cluster', () => {
  interface Template {
    readonly metadata: {
      readonly labels: Readonly<Record<string, string>>;
      readonly annotations?: Readonly<Record<string, string>>;
    };
    readonly spec: {
      readonly containers: readonly {
        readonly name: string;
        readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
      }[];
    };
  }
  interface Workload {
    readonly metadata: { readonly name: string };
    readonly spec: { readonly template?: Template; readonly jobTemplate?: { spec: { template: Template } } };
  }

  /**
   * Returns what the discovery of pods finds for a workload, as Prometheus documents it: a target for each port of a
   * container, or one for a container without ports.
   */
  function discovered(file: string, address: string, phase = 'Running'): object[] {
    const [{ metadata: about, spec }] = yamlsOf(`docker/kubernetes/${file}`) as [Workload];
    const { metadata, spec: pod } = spec.template ?? spec.jobTemplate!.spec.template;
    const of = (kind: string, values: Readonly<Record<string, string>> = {}) =>
      Object.entries(values).map(([name, value]) => [meta(`${kind}_${name}`), value] as const);
    const labels = {
      ...Object.fromEntries([...of('label', metadata.labels), ...of('annotation', metadata.annotations)]),
      [meta('name')]: `${about.name}-1`,
      [meta('phase')]: phase,
    };
    return pod.containers.flatMap(({ name, ports = [] }) => {
      const container = { ...labels, [meta('container_name')]: name };
      if (ports.length === 0) return [{ targets: [address], labels: container }];
      return ports.map((port) => ({
        targets: [`${address}:${port.containerPort}`],
        labels: { ...container, [meta('container_port_name')]: port.name },
      }));
    });
  }

  it('Prometheus scrapes the metrics port of each service, and nothing else', async () => {
    const workloads = [
      'api.yaml',
      'mcp.yaml',
      'dashboard.yaml',
      'sync.yaml',
      'uploads.yaml',
      'migrate/migrate.yaml',
      'backup.yaml',
    ];
    const pods = [
      ...workloads.flatMap((file, index) => discovered(file, `127.0.1.${index + 1}`)),
      ...discovered('api.yaml', '127.0.1.9', 'Failed'),
    ];
    const prometheus = await startPrometheus({
      'prometheus.yaml': withoutKubernetes(configuration(FILES[1]!)),
      'pods.json': JSON.stringify(pods),
    });
    undo.push(() => prometheus.stop());
    interface Target {
      readonly scrapeUrl: string;
      readonly labels: Readonly<Record<string, string>>;
    }
    const targets = async () => {
      const { activeTargets } = await prometheus.api<{ activeTargets: Target[] }>('targets?state=active');
      return activeTargets.filter(({ labels }) => labels['job'] === 'care-atlas');
    };
    await until('the pods were discovered', async () => (await targets()).length > 0);
    const found = (await targets()).map(({ scrapeUrl, labels: { service, pod } }) =>
      [service, pod, scrapeUrl].join(' '),
    );
    expect(found.toSorted()).toEqual([
      'api api-1 http://127.0.1.1:9464/metrics',
      'dashboard dashboard-1 http://127.0.1.3:9464/metrics',
      'mcp mcp-1 http://127.0.1.2:9464/metrics',
    ]);
  });

  it('Prometheus lists pods only, of one namespace, as its role allows', () => {
    const { scrape_configs: jobs } = yamlOf(FILES[1]!) as {
      scrape_configs: { kubernetes_sd_configs?: object[] }[];
    };
    expect(jobs.flatMap(({ kubernetes_sd_configs: found = [] }) => found)).toEqual([
      { role: 'pod', namespaces: { names: ['care-atlas'] } },
    ]);
    const [role] = yamlsOf('docker/kubernetes/monitoring/access.yaml');
    expect(role).toMatchObject({
      kind: 'Role',
      metadata: { namespace: 'care-atlas' },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] }],
    });
  });
});
