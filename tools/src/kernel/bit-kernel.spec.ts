import { readFileSync } from 'node:fs';
import { bitKernel, KERNEL_FILE } from './bit-kernel.js';

it('the committed module matches its source', async () => {
  expect(readFileSync(KERNEL_FILE, 'utf8')).toBe(await bitKernel());
});
