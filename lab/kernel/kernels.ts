import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openWabt from 'wabt';
import { PROJECT } from '../../tools/src/project.js';

/** The WebAssembly modules of libs/domain. The source of each is `libs/domain/kernel/NAME.wat`. */
export const KERNELS = ['bits', 'gather'] as const;
export type Kernel = (typeof KERNELS)[number];

const BYTES_PER_LINE = 20;

/** Returns the path of the generated file, which contains the bytes of the module. */
export function kernelFile(kernel: Kernel): string {
  return join(PROJECT, `libs/domain/src/read-model/generated/${kernel}-kernel.ts`);
}

/**
 * Compiles a kernel with wabt and returns the text of the generated file.
 * @throws with line and column if the source is invalid
 */
export async function compileKernel(kernel: Kernel): Promise<string> {
  const wabt = await openWabt();
  const file = `${kernel}.wat`;
  const text = readFileSync(join(PROJECT, 'libs/domain/kernel', file), 'utf8');
  const { buffer } = wabt.parseWat(file, text, { simd: true }).toBinary({});
  const lines: string[] = [];
  for (let at = 0; at < buffer.length; at += BYTES_PER_LINE)
    lines.push(`  ${buffer.subarray(at, at + BYTES_PER_LINE).join(', ')},`);
  const name = `${kernel.toUpperCase()}_KERNEL`;
  return `// Generated from kernel/${file} by "npm run kernel".\nexport const ${name} = Uint8Array.of(\n${lines.join('\n')}\n);\n`;
}
