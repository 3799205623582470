import { writeFileSync } from 'node:fs';
import { compileKernel, kernelFile, KERNELS } from './kernels.js';

for (const kernel of KERNELS) writeFileSync(kernelFile(kernel), await compileKernel(kernel));
