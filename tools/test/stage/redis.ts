import { execFileSync } from 'node:child_process';
import { Program, type ProgramPlan } from './program.js';
import { until } from './until.js';

/** How long a node is silent before the others hold it for failed, milliseconds. */
const NODE_TIMEOUT_MS = 2_000;

type RedisPlan = Omit<ProgramPlan, 'file' | 'args'>;

/** Returns a Redis without persistence. */
export function redisServer(plan: RedisPlan, more: Readonly<Record<string, string | number>> = {}): Program {
  const { port, directory } = plan;
  const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: directory, ...more };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return new Program({ ...plan, file: 'redis-server', args });
}

/** Returns a node for a cluster. */
export function redisNode(plan: RedisPlan): Program {
  return redisServer(plan, {
    'cluster-enabled': 'yes',
    'cluster-config-file': `${plan.name}.conf`,
    'cluster-node-timeout': NODE_TIMEOUT_MS,
  });
}

/** Three masters, each with a replica, that divide the slots of a Redis cluster. */
export class RedisCluster {
  /** @param nodes the first three are the masters at the start */
  private constructor(readonly nodes: readonly Program[]) {}

  /** Creates it of six empty nodes. */
  static async create(nodes: readonly Program[]): Promise<RedisCluster> {
    const cluster = new RedisCluster(nodes);
    const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
    const options = ['--cluster-replicas', '1', '--cluster-yes'];
    execFileSync('redis-cli', ['--cluster', 'create', ...addresses, ...options], { stdio: 'ignore' });
    await until('every replica followed its master', () =>
      nodes
        .slice(3)
        .every((node) => cluster.ask(node, 'info', 'replication').includes('master_link_status:up')),
    );
    return cluster;
  }

  /** Its URL, with the nodes that are masters at the start. */
  get url(): string {
    const masters = this.nodes.slice(0, 3).map(({ port }) => `127.0.0.1:${port}`);
    return `redis+cluster://${masters.join(',')}`;
  }

  /** Sends a command to a node, and returns the answer as text. */
  ask(node: Program, ...words: readonly (string | number)[]): string {
    return execFileSync('redis-cli', ['-p', ...[node.port, ...words].map(String)], {
      encoding: 'utf8',
    }).trim();
  }

  /** Moves the slot of a key to another master in two steps: its counters, and then what the nodes know of it. */
  move(key: string): { readonly counters: () => void; readonly owner: () => void } {
    const [of] = this.nodes;
    const slot = Number(this.ask(of!, 'cluster', 'keyslot', key));
    const masters = this.ask(of!, 'cluster', 'nodes')
      .split('\n')
      .map((line) => /^(\w+) \S+?:(\d+)@.* connected (\d+)-(\d+)/.exec(line))
      .filter((match) => match !== null)
      .map(([, id, port, first, last]) => ({
        id: id!,
        node: this.nodes.find((node) => node.port === Number(port))!,
        owns: slot >= Number(first) && slot <= Number(last),
      }));
    const from = masters.find(({ owns }) => owns)!;
    const to = masters.find(({ owns }) => !owns)!;
    const set = (node: Program, ...words: readonly string[]) =>
      this.ask(node, 'cluster', 'setslot', slot, ...words);
    return {
      counters: () => {
        set(to.node, 'importing', from.id);
        set(from.node, 'migrating', to.id);
        for (const stored of this.ask(from.node, 'cluster', 'getkeysinslot', slot, 100).split('\n')) {
          this.ask(from.node, 'migrate', '127.0.0.1', to.node.port, stored, 0, 5_000);
        }
      },
      owner: () => {
        for (const { node } of [to, from]) set(node, 'node', to.id);
      },
    };
  }
}
