import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const RECORDING = join(import.meta.dirname, 'recording.tsv');

export type RecordedTier = 'live' | 'sandbox';

/** A request to the API: its path below /api/v1 with the query, and the kind of its key. */
export interface RecordedRequest {
  readonly tier: RecordedTier;
  readonly path: string;
}

/** The answer to a request, reduced to what must stay the same. */
export interface RecordedAnswer {
  readonly status: number;
  /** Of the body without the members that may change. */
  readonly hash: string;
}

export type RecordedExchange = RecordedRequest & RecordedAnswer;

type Json = Readonly<Record<string, unknown>>;

interface ErrorBody {
  readonly message: string;
  readonly details: readonly { readonly param: string; readonly message: string }[];
}

/** Members that answers may gain or change, by the path of the member that contains them. */
const CHANGING: Readonly<Record<string, readonly string[]>> = {
  '': ['warnings', 'interpreted', 'requestId'],
  doctor: ['clinics'],
  clinic: ['doctorCount'],
  'clinic.links': ['page'],
  'clinics.links': ['page'],
  'clinic.doctors': ['cpsoNumber'],
};
/** Other names that lists accept by now, and the recording has as values that match nobody. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  specialties: [
    'GP',
    'family doctor',
    'kids doctor',
    'OBGYN',
    'ENT',
    'cardiologue',
    'heart doctor',
    'shrink',
  ],
  languages: ['Farsi', 'Chinese', 'fa', 'Filipino', 'français', '普通话', 'ਪੰਜਾਬੀ'],
};

const HASH_LENGTH = 16;

/** Returns a hash of the body of an answer without what may change. The order of its members counts. */
export function hashOf(path: string, body: string): string {
  const answer = JSON.parse(body) as Json | ErrorBody;
  const fixed = 'details' in answer ? withoutRepetitions(path, answer as ErrorBody) : answer;
  const kept = JSON.stringify(withoutChanging(fixed, ''));
  return createHash('sha256').update(kept).digest('base64url').slice(0, HASH_LENGTH);
}

/** Leaves out the messages about parameters that were sent repeatedly and take one value, which were misleading. */
function withoutRepetitions(path: string, { message, details, ...others }: ErrorBody) {
  const sent = new URL(path, 'http://localhost').searchParams;
  const kept = details.map((detail) =>
    sent.getAll(detail.param).length > 1 ? { param: detail.param } : detail,
  );
  return { ...others, ...('message' in kept[0]! && { message }), details: kept };
}

/** How the remark about the same day began: a source without dates does not say when it looked. */
const UNDATED_REMARK = /^Acceptance listed since (?=\d)/;

function withoutChanging(value: unknown, path: string): unknown {
  if (typeof value === 'string') return value.replace(UNDATED_REMARK, 'Acceptance last observed ');
  if (Array.isArray(value)) return value.map((item) => withoutChanging(item, path));
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value as Json).filter(([name]) => !CHANGING[path]?.includes(name));
  return Object.fromEntries(
    members.map(([name, member]) => [name, withoutChanging(member, path === '' ? name : `${path}.${name}`)]),
  );
}

export function readRecording(): readonly RecordedExchange[] {
  const lines = readFileSync(RECORDING, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [hash, status, tier, path] = line.split('\t') as [string, string, RecordedTier, string];
    return { hash, status: Number(status), tier, path };
  });
}

export function lineOf({ hash, status, tier, path }: RecordedExchange): string {
  return `${[hash, status, tier, path].join('\t')}\n`;
}
