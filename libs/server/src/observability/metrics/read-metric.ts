import { Counter, Gauge, type Registry } from 'prom-client';

/** Adds a gauge whose value is read at each scrape. */
export function addGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | Promise<number>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}

/** Adds a counter whose value is kept elsewhere and read at each scrape. */
export function addCounter(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

/** The value of each label. */
type LabeledValue = readonly [labels: Readonly<Record<string, string>>, value: number];

/** Adds a gauge that has a value per label, read at each scrape. */
export function addLabeledGauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => readonly LabeledValue[] | Promise<readonly LabeledValue[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [labels, value] of await read()) this.set(labels, value);
    },
  });
}
