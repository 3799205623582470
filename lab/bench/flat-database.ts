import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from, to } from 'pg-copy-streams';
import { PEERS } from './install-peers.js';
import { settle, withClient } from './bench-directory.js';

const sql = (file: string) => readFileSync(join(PEERS, file), 'utf8');

/** Fills an empty database with the flat tables of `lab/bench/peers`, from the directory in another database. */
export async function fillFlatDatabase(directoryUrl: string, flatUrl: string): Promise<void> {
  await withClient(directoryUrl, (source) =>
    withClient(flatUrl, async (flat) => {
      await flat.query(sql('tables.sql'));
      for (const table of ['clinics', 'doctors']) {
        const rows = source.query(to(`copy (${sql(`${table}.sql`)}) to stdout`));
        await pipeline(rows, flat.query(from(`copy ${table} from stdin`)));
      }
      await flat.query(sql('indexes.sql'));
    }),
  );
  await settle(flatUrl);
}
