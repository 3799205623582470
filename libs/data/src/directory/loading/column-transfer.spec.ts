import type { ReadModelColumns } from '@care-atlas/domain/read-model';
import { MessageChannel } from 'node:worker_threads';
import { sendColumns } from './column-transfer.js';

it('brings a thread about a megabyte of buffers at a time, each once, and waits until it has them', async () => {
  const blocks = Array.from({ length: 12 }, () => new Uint8Array(300_000));
  const columns = { blocks, again: blocks, others: new Map([['x', new Float64Array(250_000)]]) };
  const { port1, port2 } = new MessageChannel();
  const sizes: number[] = [];
  const received = new Promise<void>((resolve) => {
    port2.on('message', ({ buffers }: { buffers?: ArrayBuffer[] }) => {
      if (!buffers) return resolve();
      sizes.push(buffers.reduce((sum, { byteLength }) => sum + byteLength, 0));
      setImmediate(() => port2.postMessage('next'));
    });
  });
  await sendColumns(port1, columns as unknown as ReadModelColumns);
  await received;
  expect(sizes).toEqual([1_200_000, 1_200_000, 1_200_000, 2_000_000]);
  port1.close();
});

it('refuses a kind of column that it does not know, before it sends anything', async () => {
  const columns = { counts: new BigUint64Array(2) };
  const { port1 } = new MessageChannel();
  const sent = sendColumns(port1, columns as unknown as ReadModelColumns);
  await expect(sent).rejects.toThrow('Columns cannot have the type BigUint64Array.');
  port1.close();
});
