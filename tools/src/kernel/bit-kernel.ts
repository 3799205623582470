import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openWabt from 'wabt';
import { PROJECT } from '../project.js';

const SOURCE = join(PROJECT, 'libs/domain/kernel/bits.wat');
/** The module in the library. */
export const KERNEL_FILE = join(PROJECT, 'libs/domain/src/read-model/generated/bit-kernel.ts');

const BYTES_PER_LINE = 20;

/**
 * Compiles `kernel/bits.wat` to a source file of the library.
 * @throws with line and column when the source is invalid
 */
export async function bitKernel(): Promise<string> {
  const wabt = await openWabt();
  const { buffer } = wabt.parseWat('bits.wat', readFileSync(SOURCE, 'utf8'), { simd: true }).toBinary({});
  const lines: string[] = [];
  for (let at = 0; at < buffer.length; at += BYTES_PER_LINE)
    lines.push(`  ${buffer.subarray(at, at + BYTES_PER_LINE).join(', ')},`);
  return `// Made of kernel/bits.wat by "npm run kernel".\nexport const BIT_KERNEL = Uint8Array.of(\n${lines.join('\n')}\n);\n`;
}
