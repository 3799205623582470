import { Readable } from 'node:stream';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { FastifyReply } from 'fastify';
import type { IncomingRequest } from '../access/caller.js';
import { setDatasetVersion } from './answer-adapter.js';
import { namesAnyTag, namesTag } from '../guards/revalidation.guard.js';

/** The first and the last byte of a part of a file. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file whose content never changes. */
export interface ImmutableFile {
  readonly bytes: number;
  /** Names the content: the same text means the same bytes. */
  readonly tag: string;
  read(range?: ByteRange): Readable;
}

/** The headers that describe the content of a file. */
export interface FileContent {
  readonly 'content-type': string;
  readonly 'content-encoding'?: string;
}

const HEADERS = {
  'accept-ranges': 'bytes',
  // Revalidated each time: a file may be withdrawn, and a stored copy would outlive that.
  'cache-control': 'private, no-cache',
  vary: 'Authorization',
};

/**
 * Sends a file, or the part of it that `Range` asks for, so that a download can be resumed.
 * @throws DirectoryError `unsatisfiable_range` when the part begins after the end
 */
export function sendFile(
  request: IncomingRequest,
  reply: FastifyReply,
  file: ImmutableFile,
  content: FileContent,
): void {
  const { headers, method } = request;
  const etag = `"${file.tag}"`;
  const held = headers['if-none-match'];
  const isHeld = namesAnyTag(held) || namesTag(held, etag);
  const isWhole = method === 'HEAD' || (headers['if-range'] ?? etag) !== etag;
  const range = isHeld || isWhole ? undefined : rangeOf(headers.range, file.bytes);
  if (range && range.start >= file.bytes) {
    reply.header('content-range', `bytes */${file.bytes}`);
    throw new DirectoryError('unsatisfiable_range');
  }
  setDatasetVersion(request, reply);
  reply.headers({ ...HEADERS, etag });
  if (isHeld) return void reply.code(304).send();
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  reply.headers({ ...content, 'content-length': end - start + 1 });
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`);
  return void reply.send(method === 'HEAD' ? Readable.from([]) : file.read(range));
}

/** Returns the part that a Range header asks for; undefined for the whole file, and for several parts. */
function rangeOf(header: string | undefined, bytes: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first !== '') {
    const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
    // A range that ends before it begins is none.
    return last !== '' && Number(last) < Number(first) ? undefined : { start: Number(first), end };
  }
  if (last === '') return undefined;
  // The last bytes; of none, no range can be satisfied.
  return { start: Number(last) === 0 ? bytes : Math.max(0, bytes - Number(last)), end: bytes - 1 };
}
