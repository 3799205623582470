import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Export } from '@care-atlas/domain/contract';

/** The first and the last byte of a part of a file. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file of an export. */
export interface StoredFile {
  readonly bytes: number;
  /** Names the content: the same text means the same bytes. */
  readonly tag: string;
  /** Returns the content, or a part of it. */
  read(range?: ByteRange): Readable;
}

/** An export that nobody sees yet. */
export interface ExportDraft {
  /** Writes a file. */
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Makes all files visible together. */
  publish(manifest: Export): Promise<void>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

/** Keeps exports: on a disk, or in a store of objects. Files of a published export never change, but may be erased. */
export interface ExportStore {
  /** Returns the published exports, newest first. One that lost files otherwise than by `erase` is none. */
  list(): Promise<readonly Export[]>;
  /** Opens a file of a published export; undefined if there is none of that name, or if it was erased. */
  open(datasetVersion: string, name: string): Promise<StoredFile | undefined>;
  begin(datasetVersion: string): Promise<ExportDraft>;
  remove(datasetVersion: string): Promise<void>;
  /** Erases a file of a published export. It stays in the list. */
  erase(datasetVersion: string, name: string): Promise<void>;
  /** Removes what was written and not published, and what is left of exports that lost files. */
  removeDrafts(): Promise<void>;
}

/** The text of a dataset version, with its number. */
export const VERSION = /^(\d{1,18})-[\da-f]{8}$/;
/** The file that lists the others. */
export const MANIFEST = 'manifest.json';
/** The file that the sandbox key may download: the first doctors. */
export const SANDBOX_FILE = 'sandbox-doctors.ndjson.gz';

/** Returns the address of a file, relative to that of the list of exports. */
export function fileUrl(datasetVersion: string, name: string): string {
  return `exports/${datasetVersion}/${name}`;
}

/** Returns the number of a dataset version. */
export function numberOf(version: string): number {
  return Number(VERSION.exec(version)![1]);
}

/** Returns a file that is in memory. */
export function bufferFile(content: Buffer): StoredFile {
  return {
    bytes: content.length,
    tag: hash('sha256', content),
    read: ({ start, end } = { start: 0, end: content.length - 1 }) =>
      Readable.from([content.subarray(start, end + 1)]),
  };
}

/** Yields the lines of a compressed file; none where there is no file. */
export async function* linesOf(file: StoredFile | undefined): AsyncGenerator<string> {
  if (!file) return;
  const source = file.read();
  const text = source.pipe(createGunzip()).setEncoding('utf8');
  source.once('error', (error) => text.destroy(error));
  let rest = '';
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const parts = `${rest}${chunk}`.split('\n');
      rest = parts.pop()!;
      yield* parts;
    }
  } finally {
    source.destroy();
  }
}
