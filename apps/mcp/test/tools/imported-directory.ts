import type { Client } from '@modelcontextprotocol/client';
import { DirectorySource } from '@care-atlas/data/directory';
import { runSync } from '@care-atlas/data/sync';
import { createTestDatabase } from '@care-atlas/local-postgres/test-database';
import { SILENT_LOG } from '@care-atlas/server/observability';
import { records } from '../../../../libs/data/test/test-directory.js';
import { DAY_MS, NOW } from '../../../../libs/domain/test/builders.js';
import { testRecords } from '../directory-records.js';
import { TestMcp } from '../test-mcp.js';

/** The keys that clients connect with. */
export const KEYS = ['live', 'sandbox'] as const;
export type Key = (typeof KEYS)[number];

/** Clients of the real connector over the test records, which it loads from a database as a service does. */
export class ImportedDirectory {
  readonly clients = {} as Record<Key, Client>;
  readonly #closing: (() => Promise<void>)[] = [];

  /** @param correct changes the imported records */
  static async open(correct?: (databaseUrl: string) => Promise<unknown>): Promise<ImportedDirectory> {
    const directory = new ImportedDirectory();
    await directory.#open(correct);
    return directory;
  }

  async #open(correct?: (databaseUrl: string) => Promise<unknown>): Promise<void> {
    const testDatabase = await createTestDatabase();
    this.#closing.unshift(() => testDatabase.drop());
    const yesterday = new Date(NOW.getTime() - DAY_MS);
    await runSync(testDatabase.url, { source: 'test' }, yesterday, records(testRecords()));
    await correct?.(testDatabase.url);
    const source = await DirectorySource.open(testDatabase.url, SILENT_LOG);
    this.#closing.unshift(() => source.close());
    const mcp = await TestMcp.start({ currentModel: source.currentModel, testDatabase });
    this.#closing.unshift(() => mcp.stop());
    for (const key of KEYS) {
      const client = await mcp.connect({}, mcp.keys[key]);
      this.#closing.unshift(() => client.close());
      this.clients[key] = client;
    }
  }

  /** @throws Error when the tool does not answer with one text */
  async call(key: Key, name: string, args: Readonly<Record<string, unknown>>) {
    const result = await this.clients[key].callTool({ name, arguments: args });
    const [content, ...others] = result.content;
    if (result.isError || content?.type !== 'text' || others.length > 0)
      throw new Error(`${name} returned ${JSON.stringify(result)}`);
    return { text: content.text, structured: result.structuredContent as Record<string, unknown> };
  }

  async close(): Promise<void> {
    for (const close of this.#closing) await close();
  }
}
