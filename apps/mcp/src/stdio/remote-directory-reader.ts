import type { CareAtlas } from '@care-atlas/client/client';
import { CareAtlasError } from '@care-atlas/client/client-error';
import type { OpeningsRequest } from '@care-atlas/data/directory';
import type { AnswerSizes } from '@care-atlas/domain/access';
import {
  Answer,
  type AnswerMessages,
  type AsyncReads,
  type ChangePage,
  DirectoryError,
  type Operation,
  OPERATION_NAMES,
  type OperationName,
  OPERATIONS,
  type PageQuery,
  WATCHED_LISTS,
} from '@care-atlas/domain/contract';
import { ENGLISH, english, type Said } from '@care-atlas/domain/messages';
import { type FieldDeclaration, fieldsOf } from '@care-atlas/domain/schema';
import {
  ConnectorError,
  type DirectoryReader,
  LimitReached,
  readDoctors,
} from '../directory/directory-reader.js';
import { WRONG_ADDRESS } from './stdio-configuration.js';

/** Asks for messages as codes, beside the English sentences. */
export const PREFERS_CODES = { prefer: 'messages=codes' };

/** The longest wait that the public interface can require: the window of its rate limits. */
const LONGEST_WAIT_SECONDS = 60;

/** Returns a reader of the directory behind the public interface, which checks and counts the client's key. */
export function remoteReader(client: CareAtlas): DirectoryReader {
  const byName = OPERATION_NAMES.map((name) => [
    name,
    (...request: unknown[]) => read(client, name, request).catch(rethrow),
  ]);
  const reads = Object.fromEntries(byName) as AsyncReads;
  return {
    hasUnlimitedReads: false,
    reads,
    findDoctors: (query, sizes) => readDoctors(reads, query, sizes),
    openings: (request) => readOpenings(client, request).catch(rethrow),
    dataset: async () => {
      const { dataset } = await client.getReadiness().catch(rethrow);
      return { version: dataset.version, syncedAt: new Date(dataset.syncedAt) };
    },
  };
}

/** Returns a reader that refuses every read with a reason. */
export function refusingReader(reason: DirectoryError): DirectoryReader {
  const refuse = (): Promise<never> => Promise.reject(reason);
  const reads = new Proxy({} as AsyncReads, { get: () => refuse });
  return { hasUnlimitedReads: false, reads, findDoctors: refuse, openings: refuse, dataset: refuse };
}

async function read(
  client: CareAtlas,
  name: OperationName,
  request: readonly unknown[],
): Promise<Answer<unknown>> {
  const operation: Operation = OPERATIONS[name];
  const [id, query, sizes] = operation.subject ? request : [undefined, ...request];
  const path = pathOf(operation, id as string);
  const parameters = queryOf(operation, query as PageQuery, sizes as AnswerSizes);
  const { body } = await client.request(name, path, parameters).catch((error: unknown) => {
    // The API has a path for every operation, and one message for an unknown record.
    const isMissing = error instanceof CareAtlasError && error.code === 'not_found';
    if (!isMissing) throw error;
    const { unknown } = operation.subject ?? {};
    if (unknown && error.message === english(unknown)) throw new DirectoryError('not_found', unknown);
    throw new ConnectorError('unavailable', WRONG_ADDRESS);
  });
  return answerOf(body as SaidAnswer);
}

async function readOpenings(
  client: CareAtlas,
  { list, query, start, limit }: OpeningsRequest,
): Promise<Answer<ChangePage>> {
  const filters = declaredValues(fieldsOf(WATCHED_LISTS[list]), query);
  const begins = start && 'since' in start ? { since: start.since.toISOString() } : start;
  const { body } = await client.request('listChanges', {}, { ...filters, ...begins, list, limit });
  return answerOf(body as SaidAnswer);
}

function answerOf<T>({ messages, ...answer }: SaidAnswer): Answer<T> {
  return new Answer(JSON.stringify(answer), undefined, undefined, messagesOf(answer, messages));
}

/** An answer with what the preference adds, which an older service does not know. */
interface SaidAnswer {
  readonly warnings?: readonly string[];
  readonly clinics?: readonly { readonly notes?: readonly string[] }[];
  readonly messages?: {
    readonly warnings: readonly Said[];
    readonly notes?: readonly (readonly Said[])[];
  };
}

function messagesOf(
  { warnings = [], clinics = [] }: SaidAnswer,
  said: SaidAnswer['messages'],
): AnswerMessages {
  return {
    warnings: knownMessages(said?.warnings, warnings),
    notes: () => clinics.map(({ notes = [] }, i) => knownMessages(said?.notes?.[i], notes)),
  };
}

/** Returns messages. A newer service may send one that this release does not know: its sentence is English. */
function knownMessages(said: readonly Said[] = [], sentences: readonly string[]): readonly Said[] {
  return sentences.map((sentence, i) => {
    const message = said[i];
    return typeof message === 'object' && Object.hasOwn(ENGLISH, message.code) ? message : sentence;
  });
}

/** Returns the declared parameters of a query, with the default page of this connector. */
function queryOf({ query }: Operation, given: PageQuery = {}, sizes?: AnswerSizes): object {
  const values = declaredValues(fieldsOf(query), given);
  return 'limit' in values ? { ...values, limit: given.limit ?? sizes?.pageDefault } : values;
}

/** Returns the declared parameters of a query, without what reading it added. */
function declaredValues(fields: readonly FieldDeclaration[], given: object): Record<string, unknown> {
  const all = given as Readonly<Record<string, unknown>>;
  return Object.fromEntries(fields.map(({ name }) => [name, all[name]]));
}

// An id of another form would be another address of the interface: '/doctors/summary', or '/doctors/..'.
function pathOf({ subject }: Operation, id: string): Readonly<Record<string, string>> {
  if (!subject) return {};
  if (!subject.pattern.test(id)) throw new DirectoryError('not_found', subject.unknown);
  return { [subject.name]: id };
}

/** @throws the error that the directory itself would have thrown */
function rethrow(error: unknown): never {
  if (!(error instanceof CareAtlasError)) throw error;
  const { code, message, details, requestId, retryAfter } = error;
  if (code === 'rate_limited') throw new LimitReached(retryAfter ?? LONGEST_WAIT_SECONDS);
  if (code === 'unauthorized') throw new ConnectorError(code, { code: 'invalid_key' });
  if (code === 'internal') throw new ConnectorError(code, { code: 'call_failed', params: { requestId } });
  if (code === 'unavailable') throw new DirectoryError(code);
  if (code === 'unreachable' || code === 'unexpected') {
    throw new DirectoryError('unavailable', `${message} CARE_ATLAS_URL sets the address.`);
  }
  // A newer service may also send a code that this release does not know.
  throw new DirectoryError(code, message, details);
}
