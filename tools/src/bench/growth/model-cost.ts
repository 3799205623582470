import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NODE_FLAGS } from '../../start/service-process.js';

/** The cost of a read model. */
export interface ModelCost {
  /** Seconds to load it from the database. */
  readonly load: number;
  /** Memory of its columns, outside the JavaScript heap, megabytes. */
  readonly arrays: number;
  /** Its memory on the heap, megabytes. */
  readonly heap: number;
  /** Processor time of an operation, microseconds, by its name. */
  readonly operations: Readonly<Record<string, number>>;
}

/** Measures the read model of a database in a process that holds nothing else. */
export async function modelCost(databaseUrl: string): Promise<ModelCost> {
  const child = fork(join(import.meta.dirname, 'model-process.js'), [databaseUrl], {
    execArgv: [...NODE_FLAGS, '--expose-gc'],
  });
  const message = once(child, 'message') as Promise<[ModelCost]>;
  const failure = once(child, 'exit').then(([code]) => {
    throw new Error(`The process that measures the read model ended with ${code}.`);
  });
  const [cost] = await Promise.race([message, failure]);
  return cost;
}
