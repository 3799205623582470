import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithdrawal, type Place, testKilledServices } from './withdrawal.js';

async function folder(): Promise<Place> {
  const path = mkdtempSync(join(tmpdir(), 'care-atlas-withdrawal-'));
  return {
    env: { EXPORT_DIR: path },
    stored: async () => {
      const names = globSync('**/{*,.*}', { cwd: path }).map((name) => join(path, name));
      return new Map(
        names.filter((name) => statSync(name).isFile()).map((name) => [name, readFileSync(name)]),
      );
    },
    remove: async () => rmSync(path, { recursive: true, force: true }),
  };
}

// The lab kills publishers to a bucket, too.
describeWithdrawal('a folder', folder, testKilledServices);
