import { execFileSync } from 'node:child_process';
import type { ComposeFile } from '../../tools/test/deployment/files/compose-file.js';

const PREFIX = 'care-';
/** The machine on which the containers run, with its bridges. */
export const HOST = `${PREFIX}host`;
/** What is beyond the machine. */
export const INTERNET = `${PREFIX}internet`;
export const INTERNET_ADDRESS = '203.0.113.10';
const UPLINK = '203.0.113.1';

function ip(...words: string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'inherit'] });
}
const inside = (namespace: string, ...words: string[]) => ip('netns', 'exec', namespace, 'ip', ...words);

/**
 * The networks of a compose file as bridges of a machine, each with a subnet. A container has an address in each of its
 * networks; a network that is not internal leads out, to the internet and to nothing else of the machine.
 */
export class Networks {
  readonly #names: string[];
  readonly #addresses = new Map<string, Map<string, string>>();
  readonly #namespaces: string[] = [HOST, INTERNET];

  constructor(private readonly networks: ComposeFile['networks']) {
    this.#names = Object.keys(networks);
  }

  create(): void {
    this.remove();
    for (const namespace of [HOST, INTERNET]) {
      ip('netns', 'add', namespace);
      inside(namespace, 'link', 'set', 'lo', 'up');
    }
    const up = ['type', 'veth', 'peer', 'name', 'up', 'netns', INTERNET];
    inside(HOST, 'link', 'add', 'out', ...up);
    inside(HOST, 'address', 'add', `${UPLINK}/24`, 'dev', 'out');
    inside(INTERNET, 'address', 'add', `${INTERNET_ADDRESS}/24`, 'dev', 'up');
    inside(HOST, 'link', 'set', 'dev', 'out', 'up');
    inside(INTERNET, 'link', 'set', 'dev', 'up', 'up');
    inside(INTERNET, 'route', 'add', '10.77.0.0/16', 'via', UPLINK);
    execFileSync('ip', ['netns', 'exec', HOST, 'sysctl', '-qw', 'net.ipv4.ip_forward=1']);
    for (const [index, name] of this.#names.entries()) {
      inside(HOST, 'link', 'add', `br-${name}`, 'type', 'bridge');
      inside(HOST, 'address', 'add', `10.77.${index}.1/24`, 'dev', `br-${name}`);
      inside(HOST, 'link', 'set', `br-${name}`, 'up');
      // From one network to another nothing is passed on.
      inside(HOST, 'rule', 'add', 'iif', `br-${name}`, 'to', '10.77.0.0/16', 'blackhole');
    }
  }

  /** Adds a container. @returns its namespace */
  add(name: string, networks: readonly string[], number: number): string {
    const namespace = `${PREFIX}${name}`;
    ip('netns', 'add', namespace);
    this.#namespaces.push(namespace);
    inside(namespace, 'link', 'set', 'lo', 'up');
    const addresses = new Map<string, string>();
    for (const [position, network] of networks.entries()) {
      const index = this.#names.indexOf(network);
      const address = `10.77.${index}.${number}`;
      const [end, device] = [`v${number}x${index}`, `eth${position}`];
      inside(HOST, 'link', 'add', end, 'type', 'veth', 'peer', 'name', device, 'netns', namespace);
      inside(HOST, 'link', 'set', end, 'master', `br-${network}`, 'up');
      inside(namespace, 'address', 'add', `${address}/24`, 'dev', device);
      inside(namespace, 'link', 'set', device, 'up');
      addresses.set(network, address);
    }
    const out = networks.find((network) => this.networks[network]?.internal !== true);
    if (out !== undefined)
      inside(namespace, 'route', 'add', 'default', 'via', `10.77.${this.#names.indexOf(out)}.1`);
    this.#addresses.set(name, addresses);
    return namespace;
  }

  /** Returns the address of a container in a network, or in any that it shares with another. */
  addressOf(name: string, networks: readonly string[] = this.#names): string | undefined {
    const own = this.#addresses.get(name);
    return networks.map((network) => own?.get(network)).find((address) => address !== undefined);
  }

  remove(): void {
    const list = execFileSync('ip', ['netns', 'list'], { encoding: 'utf8' });
    for (const [, name] of list.matchAll(/^(care-[\w-]+)/gm)) ip('netns', 'delete', name!);
  }
}
