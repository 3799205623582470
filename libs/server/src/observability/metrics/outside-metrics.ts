import { lookup } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { addGauge } from './read-metric.js';

/** A name that takes longer counts as unknown, and a reader of metrics does not wait for it longer. */
const PATIENCE_MS = 2_000;
const EXPORTS_CACHED_MS = 60_000;

/** Addresses that a process connects to, by what is there; an empty one is not configured. */
export type Addresses = Readonly<Record<string, string | undefined>>;

/** Where the newest exports are listed, newest first. */
interface ListedExports {
  list(): Promise<readonly { readonly datasetVersion: string }[]>;
}

/** Returns the names of hosts in an address, of which a cluster has several. */
function hostsOf(address: string): string[] {
  const [, hosts = ''] = /^[^:]+:\/\/(?:[^@/]*@)?([^/?#]*)/.exec(address) ?? [];
  return hosts.split(',').flatMap((host) => host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1') || []);
}

/**
 * Looks names up, one after the other: a lookup that hangs holds one of the few threads that files and encryption need
 * too.
 */
class NameWatch {
  readonly #known = new Map<string, boolean>();
  #looking: Promise<void> | undefined;

  constructor(private readonly addresses: Addresses) {}

  /** Returns 1 or 0 by address: whether each of its names was known when it was last asked for. */
  async read() {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    await Promise.race([this.#looking, sleep(PATIENCE_MS, undefined, { ref: false })]);
    return Array.from(this.#known, ([target, isKnown]) => [{ target }, Number(isKnown)] as const);
  }

  async #look(): Promise<void> {
    for (const [target, address = ''] of Object.entries(this.addresses)) {
      const hosts = hostsOf(address);
      if (hosts.length === 0) continue;
      const late = setTimeout(() => this.#known.set(target, false), PATIENCE_MS);
      let isKnown = true;
      for (const host of hosts) {
        isKnown &&= await lookup(host).then(
          () => true,
          () => false,
        );
      }
      clearTimeout(late);
      this.#known.set(target, isKnown);
    }
  }
}

/** Adds whether the names are known of what a process connects to. */
export function addNameMetrics(registry: Registry, addresses: Addresses): void {
  const names = new NameWatch(addresses);
  const help = '1 while the names of an address that the process connects to are known.';
  addGauge(registry, 'care_atlas_names_known', help, () => names.read(), 'target');
}

/** Adds whether the newest export is of the served version. @param served its records and its version */
export function addExportMetrics(
  registry: Registry,
  exports: ListedExports,
  served: () => { readonly version: string; readonly records: number },
): void {
  let newest: Promise<string | undefined> | undefined;
  let readAt = 0;
  const read = async () => {
    if (!newest || performance.now() - readAt > EXPORTS_CACHED_MS) {
      readAt = performance.now();
      newest = exports.list().then(
        ([first]) => first?.datasetVersion,
        () => undefined,
      );
    }
    const { version, records } = served();
    return Number(records > 0 && (await newest) !== version);
  };
  const help = '1 while the newest export is not of the version that is served, or cannot be read.';
  addGauge(registry, 'care_atlas_export_behind', help, read);
}
