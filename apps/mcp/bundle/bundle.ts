import { dirname, resolve } from 'node:path';
import { build } from 'esbuild';

const APP = dirname(import.meta.dirname);

/**
 * Makes the desktop connector one file that needs nothing but Node 20. Names are kept: schemas are told by the names
 * of their classes.
 */
export async function bundleConnector(outfile: string): Promise<void> {
  await build({
    absWorkingDir: APP,
    entryPoints: ['src/stdio/main.ts'],
    outfile: resolve(outfile),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    conditions: ['@care-atlas/source'],
    tsconfig: 'tsconfig.lib.json',
    minify: true,
    keepNames: true,
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'warning',
  });
}
