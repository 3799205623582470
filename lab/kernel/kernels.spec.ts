import { readFileSync } from 'node:fs';
import { compileKernel, kernelFile, KERNELS } from './kernels.js';

it.each(KERNELS)('the committed module %s matches its source', async (kernel) => {
  expect(readFileSync(kernelFile(kernel), 'utf8')).toBe(await compileKernel(kernel));
});
