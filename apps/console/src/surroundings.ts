import type { Readable } from 'node:stream';

/** What a command finds around it. */
export interface Surroundings {
  /** DATABASE_URL of the environment; empty when not set. */
  readonly databaseUrl: string;
  /** Cryptographically secure. */
  readonly randomBytes: (count: number) => Uint8Array;
  readonly clock: () => Date;
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: { write(text: string): unknown };
  readonly errorOutput: { write(text: string): unknown };
}

/** Something that was asked for cannot be done: one sentence for the person who asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
