import { dirname, resolve } from 'node:path';
import { build } from 'esbuild';

const APP = dirname(import.meta.dirname);

/**
 * Bundles the desktop connector into one file that needs only Node 20. It keeps the names of classes, which identify
 * schemas.
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
