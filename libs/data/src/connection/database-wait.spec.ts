import { openDatabase } from './database.js';
import { waitForDatabase } from './database-wait.js';

it('names every address of a server that has several', async () => {
  const interruption = new AbortController();
  const lines: string[] = [];
  const log = (line: string) => {
    lines.push(line);
    interruption.abort();
  };
  // As Node rejects the connection to a name with two addresses: the error of all attempts has no message.
  const reasons = ['::1:1', '127.0.0.1:1'].map((address) => new Error(`connect ECONNREFUSED ${address}`));
  const attempt = async () => {
    throw Object.assign(new AggregateError(reasons), { code: 'ECONNREFUSED' });
  };
  const waiting = waitForDatabase(attempt, { log, signal: interruption.signal });
  await expect(waiting).rejects.toThrow('aborted');
  expect(lines).toEqual([
    'Waiting for the database: connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1',
  ]);
});

it('names a host that cannot be found, and waits for it', async () => {
  const interruption = new AbortController();
  const lines: string[] = [];
  const log = (line: string) => {
    lines.push(line);
    interruption.abort();
  };
  const attempt = () => openDatabase('postgres://care_atlas:secret@db.invalid/atlas');
  const waiting = waitForDatabase(attempt, { log, signal: interruption.signal });
  await expect(waiting).rejects.toThrow('aborted');
  expect(lines).toEqual([
    expect.stringMatching(
      /^Waiting for the database: the host db\.invalid in the address of the database cannot be found \(E[A-Z_]+\)$/,
    ),
  ]);
});

it('repeats only what may go away by itself', async () => {
  const lines: string[] = [];
  let attempts = 0;
  const attempt = async () => {
    attempts++;
    throw new Error('This stays.');
  };
  await expect(waitForDatabase(attempt, { log: (line) => lines.push(line) })).rejects.toThrow('This stays.');
  expect([attempts, lines]).toEqual([1, []]);
});
