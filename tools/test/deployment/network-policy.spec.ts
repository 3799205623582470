import { manifests, templateOf } from './files/kubernetes-manifests.js';
import { type End, isAllowed, type NetworkPolicy, type Rule } from './network-policy.js';
import { type DeployedProgram, PROGRAMS, type Target } from './programs.js';
import { targetsOf } from './reached.js';

const OURS = 'care-atlas';
const policies = manifests
  .map(({ manifest }) => manifest)
  .filter(({ kind }) => kind === 'NetworkPolicy') as unknown as NetworkPolicy[];

/** The pods of the manifests, by the name in their labels. */
const OWN = Object.fromEntries(
  manifests.flatMap(({ manifest }) => {
    const template = templateOf(manifest);
    if (!template) return [];
    const { labels } = template.metadata;
    const numbers = template.spec.containers.flatMap(({ ports = [] }) =>
      ports.map(({ name, containerPort }) => [name, containerPort] as const),
    );
    const end = { namespace: OURS, labels, ports: Object.fromEntries(numbers) };
    return [[labels['app.kubernetes.io/name']!, end]];
  }),
);
const other = (namespace: string, labels: Readonly<Record<string, string>> = {}): End => ({
  namespace,
  labels,
});

/** All that may begin a connection. */
const SOURCES: Readonly<Record<string, End>> = {
  ...OWN,
  'the ingress': other('ingress'),
  Prometheus: other('monitoring'),
  'a pod of the namespace that is not ours': other(OURS, { app: 'debug' }),
  'a pod elsewhere': other('default', { 'app.kubernetes.io/name': 'dashboard' }),
};

interface Place {
  readonly to: End;
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP';
}
const tcp = (to: End, port: number): Place => ({ to, port, protocol: 'TCP' });
const at = (address: string, port: number): Place => tcp({ address }, port);
const both = (to: End, port: number): Place[] => [tcp(to, port), { to, port, protocol: 'UDP' }];
const port = (pod: string, name: string) => tcp(OWN[pod]!, OWN[pod]!.ports[name]!);

/** Where each kind of target is. A connection to each of its places is needed. */
const TARGETS: Readonly<Record<Target | 'names', readonly Place[]>> = {
  names: [
    ...both(other('kube-system', { 'k8s-app': 'kube-dns' }), 53),
    // Of the cache on a node.
    ...both({ address: '169.254.20.10' }, 53),
    ...both({ address: '10.96.0.10' }, 53),
  ],
  // The second port is that of docker/scale/pgbouncer.ini.
  database: [at('10.0.10.5', 5432), at('10.0.10.5', 6432)],
  store: [at('10.0.10.6', 6379)],
  api: [port('api', 'http')],
  mcp: [port('mcp', 'http')],
  collector: [tcp(other('monitoring', { app: 'collector' }), 4318)],
  web: [at('203.0.113.9', 443)],
  mail: [at('203.0.113.25', 465), at('203.0.113.25', 587)],
};

/** Places to which nothing has to connect, beside those of others. */
const CLOSED: readonly Place[] = [
  // The credentials of a machine, and the API of the cluster.
  ...[80, 443, 587, 53].map((number) => at('169.254.169.254', number)),
  at('169.254.20.10', 443),
  at('10.96.0.1', 443),
  // Networks of the operator.
  ...['10.1.2.3', '100.64.0.1', '172.16.0.1', '192.168.0.1'].flatMap((address) => [
    at(address, 443),
    at(address, 587),
    ...both({ address }, 53),
  ]),
  ...[22, 443].map((number) => at('10.0.10.5', number)),
  ...[22, 25, 80, 5432, 6379, 6432, 8080].map((number) => at('203.0.113.9', number)),
  ...both({ address: '203.0.113.9' }, 53),
  { to: { address: '203.0.113.9' }, port: 443, protocol: 'UDP' },
  // Other pods.
  ...both(other('kube-system', { 'k8s-app': 'metrics-server' }), 53),
  tcp(other('kube-system', { 'k8s-app': 'kube-dns' }), 443),
  ...[9090, 443].map((number) => tcp(other('monitoring'), number)),
  tcp(other('default'), 443),
  ...Object.values(OWN).flatMap((pod) =>
    [3000, 3001, 3002, 9464, 5432, 22].map((number) => tcp(pod, number)),
  ),
];

/** What each of our pods connects to. */
function targetsOfPod(pod: string): (Target | 'names')[] {
  if (pod === 'backup') return ['names', 'database'];
  const program: DeployedProgram = PROGRAMS[pod as keyof typeof PROGRAMS];
  return ['names', ...targetsOf(program)];
}

const nameOf = (end: End): string =>
  'address' in end
    ? end.address
    : [end.namespace, ...Object.values(end.labels).filter((each) => each !== OURS)].join('/');
const described = (from: string, { to, port: number, protocol }: Place) =>
  `${from} -> ${nameOf(to)} ${protocol} ${number}`;

/** All connections that must be possible. */
const NEEDED = new Set([
  ...Object.keys(OWN).flatMap((pod) =>
    targetsOfPod(pod).flatMap((target) => TARGETS[target].map((place) => described(pod, place))),
  ),
  ...['api', 'mcp', 'dashboard'].flatMap((pod) => [
    described('the ingress', port(pod, 'http')),
    described('Prometheus', port(pod, 'metrics')),
  ]),
]);

/** Returns those of all connections, needed or not, that policies let through. */
function open(given: readonly NetworkPolicy[]): Set<string> {
  const places = [...Object.values(TARGETS).flat(), ...CLOSED];
  return new Set(
    Object.entries(SOURCES).flatMap(([name, from]) =>
      places
        .filter((place) => isAllowed(given, { from, ...place }))
        .map((place) => described(name, place))
        // Nothing of ours guards what others do among themselves.
        .filter(
          (text) => name in OWN || text.includes(`-> ${OURS}/`) || name.startsWith('a pod of the namespace'),
        ),
    ),
  );
}

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) =>
  [...some].every((each) => all.has(each));

it('lets through each connection that a program needs, and no other', () => {
  expect([...open(policies)].toSorted()).toEqual([...NEEDED].toSorted());
});

/** Each part of the policies that opens something: a peer or a port of a rule, by its place. */
const PARTS = policies.flatMap(({ metadata: { name }, spec }, policy) =>
  (['ingress', 'egress'] as const).flatMap((direction) =>
    (spec[direction] ?? []).flatMap((rule: Rule, index) =>
      (['from', 'to', 'ports'] as const).flatMap((part) =>
        (rule[part] ?? []).map(
          (entry, position) =>
            [`${name}: ${JSON.stringify(entry)}`, policy, direction, index, part, position] as const,
        ),
      ),
    ),
  ),
);

it.each(PARTS)('%s is needed', (_, policy, direction, index, part, position) => {
  const fewer = structuredClone(policies);
  fewer[policy]!.spec[direction]![index]![part]!.splice(position, 1);
  expect(isWithin(NEEDED, open(fewer))).toBe(false);
});

it('each program that a policy selects by its name needs it', () => {
  const unneeded = policies.flatMap(({ metadata, spec }, policy) =>
    (spec.podSelector.matchExpressions?.[0]?.values ?? [])
      .filter((name) => {
        const fewer = structuredClone(policies);
        const [names] = fewer[policy]!.spec.podSelector.matchExpressions!;
        names!.values = names!.values.filter((each) => each !== name);
        return isWithin(NEEDED, open(fewer));
      })
      .map((name) => `${metadata.name}: ${name}`),
  );
  expect(unneeded).toEqual([]);
});

it('each network that is excepted from the public one is closed by its exception', () => {
  const unnoticed = policies.flatMap(({ metadata, spec }, policy) =>
    (spec.egress ?? []).flatMap((rule, index) =>
      (rule.to![0]!.ipBlock?.except ?? [])
        .filter((network) => {
          const wider = structuredClone(policies);
          const block = wider[policy]!.spec.egress![index]!.to![0]!.ipBlock!;
          block.except = block.except!.filter((each) => each !== network);
          return isWithin(open(wider), NEEDED);
        })
        .map((network) => `${metadata.name}: ${network}`),
    ),
  );
  expect(unnoticed).toEqual([]);
});

it('a rule that is opened wider is noticed, and so is a missing default', () => {
  const wider = structuredClone(policies);
  wider
    .find(({ metadata }) => metadata.name === 'to-mail')!
    .spec.egress![0]!.ports.push({ protocol: 'TCP', port: 25 });
  const closed = policies.filter(({ metadata }) => metadata.name !== 'nothing');
  for (const given of [wider, closed]) expect(isWithin(open(given), NEEDED)).toBe(false);
});
