import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithdrawal, type Place } from './withdrawal.js';

async function folder(): Promise<Place> {
  const path = mkdtempSync(join(tmpdir(), 'care-atlas-withdrawal-'));
  return { env: { EXPORT_DIR: path }, remove: async () => rmSync(path, { recursive: true, force: true }) };
}

// The lab does the same with a bucket.
describeWithdrawal('a folder', folder);
