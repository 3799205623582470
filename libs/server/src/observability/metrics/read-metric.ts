import { Counter, Gauge, type Registry } from 'prom-client';

/** A value per set of labels. */
type LabeledValues = readonly (readonly [labels: Readonly<Record<string, string | number>>, value: number])[];

/** Reads a metric at a scrape: its value, or a value per set of labels. */
export type ReadMetric = () => number | LabeledValues | Promise<number | LabeledValues>;

/** Adds a gauge that is read at each scrape. */
export const addGauge = adder(Gauge);

/** Adds a counter that is kept elsewhere and read at each scrape. */
export const addCounter = adder(Counter);

function adder(Metric: typeof Gauge | typeof Counter) {
  return (registry: Registry, name: string, help: string, read: ReadMetric, ...labelNames: string[]) => {
    const metric = new Metric({
      name,
      help,
      labelNames,
      registers: [],
      async collect() {
        const values = await read();
        this.reset();
        if (typeof values === 'number') this.inc(values);
        else for (const [labels, value] of values) this.inc(labels, value);
      },
    });
    registry.registerMetric(metric);
  };
}
