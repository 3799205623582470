import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from '../../../src/project.js';
import { Program, type ProgramPlan } from './program.js';
import { until } from '../until.js';

const SHIPPED = join(PROJECT, 'docker/scale/redis-cluster.conf');
const MASTERS = 3;

type RedisPlan = Omit<ProgramPlan, 'file' | 'args'>;

/** Returns a Redis without persistence. */
export function redisServer(plan: RedisPlan, more: Readonly<Record<string, string | number>> = {}): Program {
  const { port, directory } = plan;
  const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: directory, ...more };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return new Program({ ...plan, file: 'redis-server', args });
}

/** Returns a node for a cluster, with the shipped configuration. */
export function redisNode(plan: RedisPlan): Program {
  const { port, directory, name } = plan;
  const own = { port, bind: '127.0.0.1', dir: directory, 'cluster-config-file': `${name}.conf` };
  const args = Object.entries(own).flatMap(([option, value]) => [`--${option}`, String(value)]);
  return new Program({ ...plan, file: 'redis-server', args: [SHIPPED, ...args] });
}

/** Three masters, each with a replica, that divide the slots of a Redis cluster. */
export class RedisCluster {
  /** @param nodes at the start, the first three are the masters, and the others their replicas in the same order */
  private constructor(readonly nodes: readonly Program[]) {}

  /** Creates it of six empty nodes. */
  static async create(nodes: readonly Program[]): Promise<RedisCluster> {
    const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
    const options = ['--cluster-replicas', '1', '--cluster-yes'];
    execFileSync('redis-cli', ['--cluster', 'create', ...addresses, ...options], { stdio: 'ignore' });
    await new RedisCluster(nodes).settled();
    // redis-cli divides the replicas at random.
    const masters = nodes.slice(0, MASTERS);
    const replicas = masters.map(({ port }) => nodes.find((node) => masterPort(replication(node)) === port)!);
    return new RedisCluster([...masters, ...replicas]);
  }

  /**
   * Waits until every replica follows its master. Before that, a node that was started again may hold itself for a master,
   * and a replica that has never had the data of its master is not promoted.
   */
  settled(): Promise<void> {
    return until('every replica followed its master', () => {
      const replicas = this.nodes.map(replication).filter((info) => masterPort(info) !== undefined);
      return (
        replicas.length === this.nodes.length - MASTERS &&
        replicas.every((info) => info.includes('master_link_status:up'))
      );
    });
  }

  /** Its URL, with the nodes that are masters at the start. */
  get url(): string {
    const masters = this.nodes.slice(0, MASTERS).map(({ port }) => `127.0.0.1:${port}`);
    return `redis+cluster://${masters.join(',')}`;
  }

  /** Moves the slot of a key to another master in two steps: its counters, and then what the nodes know of it. */
  move(key: string): { readonly counters: () => void; readonly owner: () => void } {
    const [of] = this.nodes;
    const slot = Number(ask(of!, 'cluster', 'keyslot', key));
    const masters = ask(of!, 'cluster', 'nodes')
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
      ask(node, 'cluster', 'setslot', slot, ...words);
    return {
      counters: () => {
        set(to.node, 'importing', from.id);
        set(from.node, 'migrating', to.id);
        for (const stored of ask(from.node, 'cluster', 'getkeysinslot', slot, 100).split('\n')) {
          ask(from.node, 'migrate', '127.0.0.1', to.node.port, stored, 0, 5_000);
        }
      },
      owner: () => {
        for (const { node } of [to, from]) set(node, 'node', to.id);
      },
    };
  }
}

/** Sends a command to a node, and returns the answer as text. */
function ask(node: Program, ...words: readonly (string | number)[]): string {
  return execFileSync('redis-cli', ['-p', ...[node.port, ...words].map(String)], { encoding: 'utf8' }).trim();
}

const replication = (node: Program) => ask(node, 'info', 'replication');

/** Returns the port of a replica's master, by its state of replication; undefined for a master. */
function masterPort(info: string): number | undefined {
  const port = /^master_port:(\d+)/m.exec(info)?.[1];
  return port === undefined ? undefined : Number(port);
}
