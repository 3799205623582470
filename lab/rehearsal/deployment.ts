import { setTimeout as sleep } from 'node:timers/promises';
import type { Container } from './containers.js';

const PATIENCE_MS = 600_000;
const PAUSE_MS = 250;

/** A shipped description of the deployment, with everything that an operator does with it, on this machine. */
export interface Deployment {
  readonly name: 'Compose' | 'Kubernetes';
  /** Every container that was started, the newest last. */
  readonly containers: readonly Container[];
  /** The address at which the operator's machine finds the proxy, at port 8080. */
  readonly entry: string;
  /** Makes networks, volumes and files. */
  prepare(): void;
  /** Starts the database with its roles, and the store. @returns what was seen, as all of these do */
  startStores(): Promise<string>;
  /** Migrates, and starts everything else of an image: its folder in that of the rehearsal. */
  startServices(image: string): Promise<string>;
  /** Tries what is closed and what is open. @throws Error if one of them is not as described */
  tryConnections(): string;
  /** Runs the nightly imports now. @returns the output */
  importNow(): Promise<string>;
  /** Runs a command of an operator. @returns the output */
  command(...words: readonly string[]): Promise<string>;
  /** Makes a backup now. @returns the output */
  backup(): Promise<string>;
  /** Restores a file of the backups into another database, which it creates. @returns the output of a query there */
  restored(file: string, query: string): Promise<string>;
  /** Replaces all services by those of a newer image, in the order of the tool. */
  upgrade(image: string): Promise<void>;
  /** Replaces them by those of an older one, which runs on the newer tables. */
  rollBack(image: string): Promise<void>;
  /** Returns the metrics of every process of the services that have some, read from where Prometheus is, by name. */
  metrics(): ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

/** Waits until something holds. @throws Error after ten minutes */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`It took too long until ${what}.`);
    await sleep(PAUSE_MS);
  }
}

/** Waits until a container passes its check. @throws Error if it ends before */
export function passing(container: Container, passes: () => boolean): Promise<void> {
  return until(`${container.plan.name} was ready`, () => {
    if (!container.isRunning) throw new Error(`${container.plan.name} ended:\n${container.output}`);
    return passes();
  });
}
