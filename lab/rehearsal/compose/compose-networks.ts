import type { ComposeFile } from '../../../tools/test/deployment/files/compose-file.js';
import { addNamespace, HOST, inside, openMachine } from '../namespaces.js';

const RANGE = '10.77.0.0/16';

/**
 * The networks of a compose file as bridges of a machine, each with a subnet. A container has an address in each of its
 * networks; a network that is not internal leads out, to the internet and to nothing else of the machine.
 */
export class ComposeNetworks {
  readonly #names: string[];
  readonly #addresses = new Map<string, Map<string, string>>();

  constructor(private readonly networks: ComposeFile['networks']) {
    this.#names = Object.keys(networks);
  }

  create(): void {
    openMachine(RANGE);
    for (const [index, name] of this.#names.entries()) {
      inside(HOST, 'link', 'add', `br-${name}`, 'type', 'bridge');
      inside(HOST, 'address', 'add', `10.77.${index}.1/24`, 'dev', `br-${name}`);
      inside(HOST, 'link', 'set', `br-${name}`, 'up');
      // From one network to another nothing is passed on.
      inside(HOST, 'rule', 'add', 'iif', `br-${name}`, 'to', RANGE, 'blackhole');
    }
  }

  /** Adds a container, with the number of its addresses. */
  add(name: string, networks: readonly string[], number: number): void {
    const namespace = addNamespace(name);
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
  }

  /** Returns the address of a container in one of some networks, or in any. */
  addressOf(name: string, networks: readonly string[] = this.#names): string | undefined {
    const own = this.#addresses.get(name);
    return networks.map((network) => own?.get(network)).find((address) => address !== undefined);
  }

  /** Returns the address at which a container finds another one. */
  addressFor(from: string, to: string): string | undefined {
    return this.addressOf(to, [...(this.#addresses.get(from)?.keys() ?? [])]);
  }
}
