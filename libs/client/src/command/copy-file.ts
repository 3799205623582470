import type { CallOptions, CareAtlas } from '../client.js';
import { UsageError } from './options.js';

/** What a call has done to a copy. */
export interface CopyReport {
  readonly file: string;
  /** Whether it began with an export, rather than with what changed since the last call. */
  readonly begun: boolean;
  readonly stored: number;
  readonly removed: number;
}

/** How long a call waits for the transaction of another one, in milliseconds. */
const BUSY_MS = 10_000;

/**
 * Brings a copy of the directory in an SQLite file up to date. Each batch is applied in one transaction with the state
 * after it, so that an interrupted call loses nothing. `call` receives a warning when the copy waits for the service.
 * @throws UsageError in a Node without SQLite, and Error when another process changes the same copy meanwhile
 */
export async function updateCopy(
  directory: Pick<CareAtlas, 'mirror'>,
  file: string,
  call?: CallOptions,
): Promise<CopyReport> {
  const { DatabaseSync } = await import('node:sqlite').catch(() => {
    throw new UsageError('care mirror needs Node 22.13 or later.');
  });
  const copy = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    copy.exec(`
      create table if not exists record (type text, id text, record text, primary key (type, id));
      create table if not exists progress (id integer primary key check (id = 1), state text);`);
    const store = copy.prepare('insert or replace into record values (?, ?, ?)');
    const remove = copy.prepare('delete from record where type = ? and id = ?');
    const storeState = copy.prepare('insert or replace into progress values (1, ?)');
    const readState = copy.prepare('select state from progress');
    const stateNow = () => readState.get()?.['state'] as string | undefined;
    let state = stateNow();
    let [begun, stored, removed] = [false, 0, 0];
    for await (const batch of directory.mirror(state, call)) {
      copy.exec('begin immediate');
      if (stateNow() !== state)
        throw Object.assign(new Error(`${file} is changed by another process`), { code: 'EBUSY' });
      if (batch.begins) {
        copy.exec('delete from record');
        begun = true;
      }
      for (const { type, id, record } of batch.records) {
        if (record) store.run(type, id, JSON.stringify(record));
        else remove.run(type, id);
        if (record) stored++;
        else removed++;
      }
      storeState.run(batch.state);
      state = batch.state;
      copy.exec('commit');
    }
    return { file, begun, stored, removed };
  } finally {
    copy.close();
  }
}
