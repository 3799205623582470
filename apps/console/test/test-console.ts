import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import { createTestDatabase, PATIENT, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { runCommand } from '../src/command.js';

export interface TestConsole {
  readonly url: string;
  readonly database: Database;
  /** Runs a command of the group. Returns its exit code and what it wrote. */
  run(words: readonly string[], input?: string, databaseUrl?: string): Promise<CommandResult>;
}

export interface CommandResult {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Provides one group of the console's commands with a test database for the tests of a file. */
export function useConsole(group: string, clock = () => new Date()): TestConsole {
  let testDatabase: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await openDatabase(testDatabase.url, PATIENT);
  });

  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  return {
    get url() {
      return testDatabase.url;
    },
    get database() {
      return database;
    },
    async run(words, input = '', databaseUrl = testDatabase.url) {
      const written = { output: '', errors: '' };
      const code = await runCommand([group, ...words], {
        databaseUrl,
        randomBytes,
        clock,
        actor: 'shell:tester',
        input: Readable.from([input]),
        output: { write: (text) => (written.output += text) },
        errorOutput: { write: (text) => (written.errors += text) },
      });
      return { code, ...written };
    },
  };
}
