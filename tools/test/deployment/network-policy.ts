import { BlockList } from 'node:net';

type Labels = Readonly<Record<string, string>>;

/** A selector of Kubernetes, with the operators that the policies use. */
interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: { readonly key: string; readonly operator: string; values: string[] }[];
}
interface Peer {
  readonly namespaceSelector?: Selector;
  readonly podSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string; except?: string[] };
}
interface Port {
  readonly protocol: string;
  readonly port: number | string;
}
export interface Rule {
  readonly from?: Peer[];
  readonly to?: Peer[];
  readonly ports: Port[];
}
export interface NetworkPolicy {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: {
    readonly podSelector: Selector;
    readonly policyTypes: readonly string[];
    readonly ingress?: Rule[];
    readonly egress?: Rule[];
  };
}

/** An end of a connection: a pod, or an address that is of no pod. */
export type End =
  | {
      readonly namespace: string;
      readonly labels: Labels;
      /** The numbers of its named ports. */
      readonly ports?: Readonly<Record<string, number>>;
    }
  | { readonly address: string };

/** A connection to a port of an end. */
export interface Connection {
  readonly from: End;
  readonly to: End;
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP';
}

const NAMESPACE_LABEL = 'kubernetes.io/metadata.name';

/**
 * Returns whether policies let a connection through, by the rules of networking.k8s.io/v1: a pod that a policy selects for a
 * direction is closed in it but for what some rule names, and both ends must allow the connection.
 */
export function isAllowed(policies: readonly NetworkPolicy[], connection: Connection): boolean {
  const { from, to } = connection;
  return (
    isOpen(policies, 'Egress', from, to, connection) && isOpen(policies, 'Ingress', to, from, connection)
  );
}

function isOpen(
  policies: readonly NetworkPolicy[],
  direction: 'Ingress' | 'Egress',
  end: End,
  other: End,
  { to, port, protocol }: Connection,
): boolean {
  if ('address' in end) return true;
  const selecting = policies.filter(
    ({ metadata, spec }) =>
      metadata.namespace === end.namespace &&
      spec.policyTypes.includes(direction) &&
      selects(spec.podSelector, end.labels),
  );
  if (selecting.length === 0) return true;
  const named = 'address' in to ? {} : (to.ports ?? {});
  return selecting.some(({ metadata, spec }) => {
    const rules = (direction === 'Ingress' ? spec.ingress : spec.egress) ?? [];
    return rules.some(
      ({ from: sources, to: targets, ports }) =>
        (sources ?? targets ?? []).some((peer) => matches(peer, other, metadata.namespace)) &&
        ports.some(
          (each) =>
            each.protocol === protocol &&
            (typeof each.port === 'string' ? named[each.port] : each.port) === port,
        ),
    );
  });
}

function matches(peer: Peer, end: End, namespace: string): boolean {
  if (peer.ipBlock) return 'address' in end && isWithin(peer.ipBlock, end.address);
  if ('address' in end) return false;
  const isNamespace = peer.namespaceSelector
    ? selects(peer.namespaceSelector, { [NAMESPACE_LABEL]: end.namespace })
    : end.namespace === namespace;
  return isNamespace && selects(peer.podSelector ?? {}, end.labels);
}

function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values }) => {
      if (operator !== 'In') throw new Error(`The operator ${operator} is not known here.`);
      return values.includes(labels[key] ?? '');
    })
  );
}

function isWithin({ cidr, except = [] }: NonNullable<Peer['ipBlock']>, address: string): boolean {
  return isIn(cidr, address) && !except.some((each) => isIn(each, address));
}

function isIn(cidr: string, address: string): boolean {
  const [network = '', bits = ''] = cidr.split('/');
  const list = new BlockList();
  list.addSubnet(network, Number(bits));
  return list.check(address);
}
