import { lookup } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExportWatch } from '@care-atlas/data/exports';
import type { Registry } from 'prom-client';
import { addGauge } from './read-metric.js';

/** A name that takes longer counts as unknown, and a reader of metrics does not wait for it longer. */
const PATIENCE_MS = 2_000;

/** Addresses that a process connects to, by what is there; an empty one is not configured. */
export type Addresses = Readonly<Record<string, string | undefined>>;

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

/** Adds how old the newest export is, how far it is behind, and since when changes can be followed. */
export function addExportMetrics(registry: Registry, exports: Pick<ExportWatch, 'read'>): void {
  const state = () => exports.read().catch(() => undefined);
  addGauge(
    registry,
    'care_atlas_export_timestamp_seconds',
    'When the newest export was written; 0 without one, and NaN while exports cannot be read.',
    async () => {
      const known = await state();
      return known ? Date.parse(known.newest?.createdAt ?? '1970-01-01') / 1000 : NaN;
    },
  );
  addGauge(
    registry,
    'care_atlas_export_lag_seconds',
    'For how long the oldest version without an export has waited for one; infinite while exports cannot be read.',
    async () => (await state())?.lag ?? Infinity,
  );
  addGauge(
    registry,
    'care_atlas_changes_since_timestamp_seconds',
    'The oldest time from which the feed of changes can be followed; NaN while that is not known.',
    async () => ((await state())?.changesSince?.getTime() ?? NaN) / 1000,
  );
}
