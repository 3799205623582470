import { writeFileSync } from 'node:fs';
import { bitKernel, KERNEL_FILE } from './bit-kernel.js';

writeFileSync(KERNEL_FILE, await bitKernel());
