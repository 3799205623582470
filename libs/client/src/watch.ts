import { CareAtlasError } from './client-error.js';
import type { AnswerOf, Operation, QueryOf } from './operation.js';
import type { CallOptions, Reply } from './transport.js';
import type { Change, ClinicItem, DoctorItem, SpecialistItem } from './generated/interface.js';

/** A list, and its filters with the names of the API. */
export type WatchQuery = Omit<QueryOf<'listChanges'>, 'after' | 'since' | 'types' | 'limit' | 'list'> & {
  readonly list: NonNullable<QueryOf<'listChanges'>['list']>;
};

/** What happened to a list. */
export interface Opening extends Omit<Change, 'op' | 'item' | 'reason'> {
  readonly op: 'entered' | 'left' | 'changed';
  /** As the list has it; null if the record left the list. */
  readonly item: DoctorItem | ClinicItem | SpecialistItem | null;
  /** The parameters that the record began to meet, or no longer meets. */
  readonly reason: readonly string[];
}

/** What a copy of a list has to apply at once. */
export interface WatchBatch {
  /** Whether the copy begins: remove all of its items first. */
  readonly begins: boolean;
  /** The items with which the copy begins, by what identifies them. */
  readonly items: ReadonlyMap<string, DoctorItem | ClinicItem | SpecialistItem>;
  /** What happened since, oldest first. Applying it twice changes nothing. */
  readonly changes: readonly Opening[];
  /** Where the copy stands after this batch. */
  readonly state: string;
}

/** How `CareAtlas` sends a request. */
interface WatchedService {
  request<O extends Operation>(
    operation: O,
    path: Readonly<Record<string, string>>,
    query: QueryOf<O>,
    call?: CallOptions,
  ): Promise<Reply<AnswerOf<O>>>;
}

const PAGE_LIMIT = 100;
/** How often a list is read again when an import replaces the data between two pages. */
const ATTEMPTS = 5;

/** Yields the batches of `CareAtlas.watch`. */
export async function* watchBatches(
  client: WatchedService,
  query: WatchQuery,
  stored?: string,
  call?: CallOptions,
): AsyncGenerator<WatchBatch, void, undefined> {
  let state = stored;
  for (;;) {
    if (state === undefined) {
      const { items, cursor } = await wholeList(client, query, call);
      state = cursor;
      yield { begins: true, items, changes: [], state };
    }
    try {
      yield* changesAfter(client, query, state, call);
      return;
    } catch (error) {
      // The changes are no longer kept, or the database was restored: the copy begins again.
      const isPast = error instanceof CareAtlasError && (error.code === 'gone' || error.param === 'after');
      if (!isPast || state !== stored) throw error;
      state = undefined;
    }
  }
}

async function* changesAfter(
  client: WatchedService,
  query: WatchQuery,
  start: string,
  call?: CallOptions,
): AsyncGenerator<WatchBatch, void, undefined> {
  for (let [after, more] = [start, true]; more;) {
    const { body } = await client.request('listChanges', {}, { ...query, after, limit: PAGE_LIMIT }, call);
    const changes = body.changes as readonly Opening[];
    yield { begins: false, items: new Map(), changes, state: body.next };
    ({ next: after, more } = body);
  }
}

/** Reads all pages of a list in one dataset version, and the cursor that continues it. */
async function wholeList(client: WatchedService, query: WatchQuery, call?: CallOptions) {
  for (let attempt = 1; ; attempt++) {
    const items = new Map<string, DoctorItem | ClinicItem | SpecialistItem>();
    let cursor: string | null = null;
    for (let offset = 0; ;) {
      const { body, headers } = await listPage(client, query, offset, call);
      const found = headers.get('x-cursor');
      if (found === null)
        throw new CareAtlasError('This service does not name the cursor of a list.', {
          code: 'unexpected',
          status: 200,
        });
      // Between two versions, or days, a page may repeat an item or skip one.
      if (cursor !== null && found !== cursor) break;
      cursor = found;
      for (const [id, item] of itemsOf(body)) items.set(id, item);
      offset += body.count;
      if (body.count === 0 || offset >= body.total) return { items, cursor };
    }
    if (attempt === ATTEMPTS)
      throw new CareAtlasError('The list changed between its pages too often: try again.', {
        code: 'unavailable',
        status: 503,
      });
  }
}

type ListBody = AnswerOf<'listDoctors'> | AnswerOf<'listClinics'> | AnswerOf<'listSpecialists'>;

function listPage(
  client: WatchedService,
  { list, ...filters }: WatchQuery,
  offset: number,
  call?: CallOptions,
): Promise<Reply<ListBody>> {
  const operation =
    list === 'clinics'
      ? 'listClinics'
      : list === 'specialists'
        ? 'listSpecialists'
        : filters.q === undefined
          ? 'listDoctors'
          : 'searchDoctors';
  const query = { ...filters, sort: 'name', limit: PAGE_LIMIT, offset };
  return client.request<Operation>(operation, {}, query as never, call) as Promise<Reply<ListBody>>;
}

function itemsOf(body: ListBody): readonly (readonly [string, DoctorItem | ClinicItem | SpecialistItem])[] {
  if ('doctors' in body) return body.doctors.map((item) => [item.cpsoNumber, item] as const);
  return body.clinics.map(
    (item) => ['specialty' in item ? `${item.id} ${item.specialty}` : item.id, item] as const,
  );
}
