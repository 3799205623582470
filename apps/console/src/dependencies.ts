import type { Readable } from 'node:stream';

/** The dependencies of a command. */
export interface Dependencies {
  /** DATABASE_URL of the environment; empty when not set. */
  readonly databaseUrl: string;
  /** Returns cryptographically secure random bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
  readonly clock: () => Date;
  /** Who runs the command, for the audit. */
  readonly actor: string;
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: { write(text: string): unknown };
  readonly errorOutput: { write(text: string): unknown };
}
