import { Readable } from 'node:stream';
import {
  createTestDatabase,
  emptyTestDatabase,
  type TestDatabase,
} from '@care-atlas/local-postgres/test-database';
import { runCommand } from '../../src/commands/command.js';
import type { ImportOptions } from '../../src/run/import-options.js';
import { clinics } from '../../src/sources/clinics.js';
import { register } from '../../src/sources/register.js';
import { reviews } from '../../src/sources/reviews.js';
import {
  clinicList,
  directoryIn,
  importFile,
  NOW,
  registrations,
  TestFolder,
  withoutProgress,
} from '../test-import.js';

export const HOUR_MS = 3_600_000;
export const A = '11111111-1111-4111-8111-111111111111';
export const B = '22222222-2222-4222-8222-222222222222';
export const WHY = ['--why', 'Called the practice'];

export const TWO_CLINICS = [
  {
    id: A,
    name: 'Maple Clinic',
    address: '1 King St W, Toronto, ON',
    postal_code: 'M5A 1E3',
    phone: '416-555-0101',
  },
  {
    id: B,
    name: 'Maple Clinic Inc.',
    address: '3 King St W, Toronto, ON',
    postal_code: 'M5A 1E3',
    phone: '416-555-0102',
  },
];

/** An empty database for each test of a file, and the commands and imports on it, each an hour after the last. */
export class CorrectionStage {
  /** The present, in milliseconds. */
  time = 0;
  /** What the last command has written to standard error so far, with its progress. */
  errors = '';
  #folder!: TestFolder;
  #database!: TestDatabase;

  /** Starts it before the tests of the file, and removes it after them. */
  static ofFile(): CorrectionStage {
    const stage = new CorrectionStage();
    beforeAll(async () => {
      stage.#folder = await TestFolder.make();
      stage.#database = await createTestDatabase();
    });
    afterAll(async () => {
      await stage.#database?.drop();
      await stage.#folder.remove();
    });
    beforeEach(async () => {
      await emptyTestDatabase(stage.url);
      stage.time = NOW.getTime();
    });
    return stage;
  }

  get url(): string {
    return this.#database.url;
  }

  get now(): Date {
    return new Date(this.time);
  }

  /** Writes a file, and returns its path. */
  file(name: string, text: string): Promise<string> {
    return this.#folder.file(name, text);
  }

  /** Runs a command. */
  async run(...words: string[]) {
    this.time += HOUR_MS;
    this.errors = '';
    let output = '';
    const code = await runCommand(words, {
      databaseUrl: this.url,
      clock: () => this.now,
      actor: 'shell:tester',
      input: Readable.from([]),
      output: { write: (more) => (output += more) },
      errorOutput: { write: (more) => (this.errors += more) },
    });
    return { code, output, errors: withoutProgress(this.errors) };
  }

  /** Runs a command that must succeed, and returns what it prints. */
  async done(...words: string[]): Promise<string> {
    const { code, output, errors } = await this.run(...words);
    if (code !== 0 || errors !== '') throw new Error(`${words.join(' ')} ended with ${code}: ${errors}`);
    return output;
  }

  async importClinics(
    rows: Readonly<Record<string, string>>[],
    complete = false,
    setting: Partial<ImportOptions> = {},
  ) {
    const path = await this.file('clinics.csv', clinicList(...rows));
    this.time += HOUR_MS;
    return importFile(clinics, path, this.url, { complete, now: this.now, ...setting });
  }

  async importRegister(rows: Readonly<Record<string, string>>[], complete = false) {
    const path = await this.file('register.csv', registrations(...rows));
    this.time += HOUR_MS;
    return importFile(register, path, this.url, { complete, now: this.now });
  }

  /** Imports reviews of a clinic. @param more reviews after the first one: author, rating, date and text */
  async importReview(clinic: string, ...more: readonly string[]) {
    const lines = ['Maria Perez,5,2026-10-01,Good', ...more].map((line) => `${clinic},${line}\n`);
    const path = await this.file('reviews.csv', `clinic_id,author,rating,date,text\n${lines.join('')}`);
    return importFile(reviews, path, this.url, { now: this.now });
  }

  directory() {
    return directoryIn(this.url, this.now);
  }

  async doctorOf(number: string) {
    return (await this.directory()).getDoctor(number).value.doctor;
  }

  async clinicOf(id: string) {
    return (await this.directory()).getClinic(id).value;
  }
}
