import type { ReadModelColumns } from '@care-atlas/domain/read-model';
import { once } from 'node:events';
import { types } from 'node:util';
import type { MessagePort, Worker } from 'node:worker_threads';

const VIEWS = { Uint8Array, Uint16Array, Uint32Array, Int16Array, Int32Array, Float64Array };

/** A typed array in a message. Its buffer was sent before. */
interface SentView {
  readonly view: keyof typeof VIEWS;
  readonly buffer: number;
  readonly at: number;
  readonly length: number;
}

/** A message of the thread that loads. */
interface Sent {
  readonly buffers: readonly ArrayBuffer[];
  /** The columns without their buffers; in the last message. */
  readonly columns: unknown;
}

/** The buffers of one message together. */
const MESSAGE_BYTES = 1_048_576;

/**
 * Sends columns to the thread that serves, and gives their buffers up. It receives about a megabyte in a turn of its
 * event loop: V8 marks the heap for every few megabytes of memory that arrive, which would otherwise take one long turn.
 * @throws when a column is a typed array of another kind than those of `VIEWS`
 */
export async function sendColumns(port: MessagePort, columns: ReadModelColumns): Promise<void> {
  const indexes = new Map<ArrayBufferLike, number>();
  const skeleton = withoutBuffers(columns, indexes, new Map());
  const send = async (buffers: ArrayBuffer[]) => {
    port.postMessage({ buffers } satisfies Partial<Sent>, buffers);
    await once(port, 'message');
  };
  let next: ArrayBuffer[] = [];
  let bytes = 0;
  for (const buffer of indexes.keys() as MapIterator<ArrayBuffer>) {
    next.push(buffer);
    bytes += buffer.byteLength;
    if (bytes < MESSAGE_BYTES) continue;
    await send(next);
    next = [];
    bytes = 0;
  }
  if (next.length > 0) await send(next);
  port.postMessage({ columns: skeleton } satisfies Partial<Sent>);
}

/** Receives the columns that a thread sends. @throws when the thread fails, or ends before it has sent them */
export function receiveColumns(worker: Worker): Promise<ReadModelColumns> {
  const received: ArrayBuffer[] = [];
  return new Promise((resolve, reject) => {
    // In watch mode, Node sends its own messages over the same port.
    worker.on('message', ({ buffers, columns }: Partial<Sent>) => {
      if (buffers) {
        received.push(...buffers);
        worker.postMessage('next');
      }
      if (columns) resolve(withBuffers(columns, received, new Map()) as ReadModelColumns);
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that loads the dataset ended early.')));
  });
}

/** Returns plain data with its typed arrays replaced. @param indexes receives the index of each buffer */
function withoutBuffers(
  data: unknown,
  indexes: Map<ArrayBufferLike, number>,
  known: Map<object, unknown>,
): unknown {
  return mapped(data, known, (value) => {
    if (!ArrayBuffer.isView(value)) return undefined;
    const { buffer, byteOffset: at, constructor } = value;
    const index = indexes.get(buffer) ?? indexes.size;
    indexes.set(buffer, index);
    const { length } = value as Uint8Array;
    if (!isKnown(constructor.name)) throw new Error(`Columns cannot have the type ${constructor.name}.`);
    return { view: constructor.name, buffer: index, at, length } satisfies SentView;
  });
}

function isKnown(name: string): name is SentView['view'] {
  return Object.hasOwn(VIEWS, name);
}

/** Returns the data that `withoutBuffers` was given. */
function withBuffers(data: unknown, buffers: readonly ArrayBuffer[], known: Map<object, unknown>): unknown {
  return mapped(data, known, (value) => {
    const { view, buffer, at, length } = value as Partial<SentView>;
    return view && new VIEWS[view](buffers[buffer!]!, at, length);
  });
}

/**
 * Returns plain data with some of its objects replaced. What occurs several times stays one object.
 * @param replacementOf returns undefined for an object whose parts are looked at instead
 */
function mapped(
  data: unknown,
  known: Map<object, unknown>,
  replacementOf: (value: object) => object | undefined,
): unknown {
  if (typeof data !== 'object' || data === null || types.isDate(data)) return data;
  const found = known.get(data);
  if (found !== undefined) return found;
  const map = (value: unknown) => mapped(value, known, replacementOf);
  const result =
    replacementOf(data) ??
    (types.isMap(data)
      ? new Map(Array.from(data, ([key, value]) => [key, map(value)] as const))
      : Array.isArray(data)
        ? data.map(map)
        : Object.fromEntries(Object.entries(data).map(([name, value]) => [name, map(value)])));
  known.set(data, result);
  return result;
}
