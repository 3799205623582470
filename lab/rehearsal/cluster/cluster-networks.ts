import { execFileSync } from 'node:child_process';
import { type End, isAllowed, type NetworkPolicy } from '../../../tools/test/deployment/network-policy.js';
import { addNamespace, HOST, inside, openMachine } from '../namespaces.js';

const NODE = '10.244.0.1';
/** The machines of the operator, which no policy of the cluster divides. */
const MACHINES_NETWORK = '10.0.10.0/24';
/** The DNS cache of the node. */
export const NAMES_ADDRESS = '169.254.20.10';

/** An end of connections, with its address. */
export interface Place {
  readonly address: string;
  readonly end: End;
}

/**
 * The network of a node. Every pod has an address of its own, and the packet filter of the node passes on exactly the
 * connections that the network policies allow, between the ends that there are. A service is an address that leads to one
 * of its pods.
 */
export class ClusterNetworks {
  readonly #places = new Map<string, Place>();

  create(): void {
    openMachine('10.0.0.0/8');
    inside(HOST, 'address', 'add', `${NAMES_ADDRESS}/32`, 'dev', 'lo');
  }

  /** Adds a namespace with an address. */
  add(name: string, place: Place): void {
    const namespace = addNamespace(name);
    const end = `v${this.#places.size}`;
    inside(HOST, 'link', 'add', end, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    inside(HOST, 'address', 'add', NODE, 'peer', place.address, 'dev', end);
    inside(HOST, 'link', 'set', end, 'up');
    inside(namespace, 'address', 'add', place.address, 'peer', NODE, 'dev', 'eth0');
    inside(namespace, 'link', 'set', 'eth0', 'up');
    inside(namespace, 'route', 'add', 'default', 'via', NODE);
    this.know(name, place);
  }

  /** Notes an end that has no namespace of its own. */
  know(name: string, place: Place): void {
    this.#places.set(name, place);
  }

  addressOf(name: string): string {
    return this.#places.get(name)!.address;
  }

  /** Closes everything that no policy allows. */
  enforce(policies: readonly NetworkPolicy[]): void {
    const numbers = policies.flatMap(({ spec }) =>
      [...(spec.ingress ?? []), ...(spec.egress ?? [])].flatMap((rule) => rule.ports.map(({ port }) => port)),
    );
    const named = [...this.#places.values()].flatMap(({ end }) =>
      'ports' in end ? Object.values(end.ports ?? {}) : [],
    );
    const ports = [...new Set([...numbers.filter((port) => typeof port === 'number'), ...named])];
    const sets = (['TCP', 'UDP'] as const).map((protocol) => {
      const elements = this.#pairs().flatMap(([from, to]) =>
        ports
          .filter((port) => isAllowed(policies, { from: from.end, to: to.end, port, protocol }))
          .map((port) => `${from.address} . ${to.address} . ${port}`),
      );
      const known = elements.length === 0 ? '' : `elements = { ${elements.join(', ')} }`;
      return `set ${protocol} { type ipv4_addr . ipv4_addr . inet_service; ${known} }`;
    });
    const rules = `ct state established,related accept
      iifname "lo" accept
      ip saddr ${MACHINES_NETWORK} ip daddr ${MACHINES_NETWORK} accept
      ip saddr . ip daddr . tcp dport @TCP accept
      ip saddr . ip daddr . udp dport @UDP accept`;
    this.#filter(`table ip policies {
      ${sets.join('\n')}
      chain passed { type filter hook forward priority 0; policy drop; ${rules}
      }
      chain node { type filter hook input priority 0; policy drop; ${rules}
      }
    }
    table ip services {
      chain way { type nat hook prerouting priority dstnat; }
    }`);
  }

  #pairs(): (readonly [Place, Place])[] {
    const all = [...this.#places.values()];
    return all.flatMap((from) => all.filter((to) => to !== from).map((to) => [from, to] as const));
  }

  /** Leads the address of each service to the pods that are ready, by turns. */
  serve(
    services: readonly {
      readonly address: string;
      readonly port: number;
      readonly pods: readonly string[];
    }[],
  ): void {
    const rules = services
      .filter(({ pods }) => pods.length > 0)
      .map(({ address, port, pods }) => {
        const turns = pods.map((pod, index) => `${index} : ${this.addressOf(pod)}`).join(', ');
        return `add rule ip services way ip daddr ${address} tcp dport 80 dnat to numgen inc mod ${pods.length} map { ${turns} } : ${port}`;
      });
    this.#filter(['flush chain ip services way', ...rules].join('\n'));
  }

  #filter(rules: string): void {
    execFileSync('ip', ['netns', 'exec', HOST, 'nft', '-f', '-'], { input: rules });
  }
}
