import type { ChangeFeedRepository } from '@care-atlas/data/directory';
import {
  type Change,
  type ClinicItem,
  DirectoryError,
  type DoctorItem,
  type ErrorCode,
  invalidParameters,
  OpeningQuery,
  QueryReader,
  type RawParameters,
  readWatchedQuery,
  type SpecialistItem,
  unavailable,
  type WatchedListName,
  type WatchedQuery,
} from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import { clientNetwork } from '@care-atlas/server/access';
import { namesAnyTag, namesTag } from '@care-atlas/server/guards';
import { ERROR_STATUS, errorBody } from '@care-atlas/server/http';
import type { RateStore } from '@care-atlas/server/limits';
import { PAGE_LANGUAGES, type PageLanguage, pathIn } from '@care-atlas/server/pages';
import { torontoDate } from '@care-atlas/domain/rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { TEXTS } from '../../texts/texts.js';
import { filtersOf } from '../home-request.js';
import { countsVisits } from '../ignored-parameters.js';
import { filterText } from '../try/filter-text.js';
import { atomFeed, type AtomEntry } from './atom-feed.js';

/** What the feed of a list needs from the service. */
export interface OpeningsFeedSettings {
  readonly baseUrl: string;
  readonly feed: Pick<ChangeFeedRepository, 'entries'>;
  readonly rateStore: Pick<RateStore, 'increment'>;
  /** Requests of one address in a minute. */
  readonly rate: number;
  readonly clock: () => Date;
}

export const OPENINGS_PATH = '/openings.atom';

const MINUTE_MS = 60_000;
const MOST_ENTRIES = 100;
const DAYS_MS = 30 * 86_400_000;
/** The feeds of a dataset version that are kept: most readers ask for the same ones again and again. */
const KEPT_FEEDS = 200;
/** Parameters of the feed of changes for programs, which this feed has none of. */
const OF_CHANGES = ['after', 'since', 'limit'];
const READER = new QueryReader(OpeningQuery);

/** Serves what entered a list with filters as an Atom feed, for feed readers and chat rooms. It needs no key, and stores nothing. */
export function serveOpenings(
  fastify: FastifyInstance,
  directory: Directory,
  settings: OpeningsFeedSettings,
): void {
  const { baseUrl, rateStore, rate } = settings;
  const kept = new Map<string, Promise<string>>();
  for (const language of PAGE_LANGUAGES)
    fastify.get(pathIn(language, OPENINGS_PATH), async (request, reply) => {
      try {
        const counter = `openings:${clientNetwork(request.ip)}`;
        const count = await rateStore.increment(counter, MINUTE_MS, rate);
        if (count.isBlocked)
          throw new DirectoryError('rate_limited', undefined, undefined, {
            retryAfter: count.timeToBlockExpire,
          });
        const self = `${baseUrl}${request.url}`;
        const key = `${directory.dataset.version} ${directory.asOf.date} ${self}`;
        const body = kept.get(key) ?? keep(kept, key, feedOf(directory, settings, request, self, language));
        return send(request, reply, await body);
      } catch (error) {
        return refuse(request, reply, error);
      }
    });
}

/** Keeps a feed, and not a failure. */
function keep(kept: Map<string, Promise<string>>, key: string, feed: Promise<string>): Promise<string> {
  kept.set(key, feed);
  feed.catch(() => kept.delete(key));
  const [oldest] = kept.keys();
  if (kept.size > KEPT_FEEDS) kept.delete(oldest!);
  return feed;
}

function send(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const etag = `"${hash('sha1', body, 'base64url')}"`;
  // Shared caches keep a page that shows a record for a minute at most.
  reply.headers({ etag, 'cache-control': 'public, max-age=60' });
  const held = request.headers['if-none-match'];
  if (namesAnyTag(held) || namesTag(held, etag)) return reply.code(304).send();
  return reply.header('content-type', 'application/atom+xml; charset=utf-8').send(Buffer.from(body));
}

function refuse(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = thrown instanceof DirectoryError ? thrown : unavailable(thrown);
  if (error !== thrown) request.log.error(thrown);
  const retryAfter = error.retryAfter ?? (error.code === 'unavailable' ? 1 : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  const status = ERROR_STATUS[error.code satisfies ErrorCode];
  return reply.code(status).header('cache-control', 'no-store').send(errorBody(error, request.id));
}

async function feedOf(
  directory: Directory,
  { baseUrl, feed, clock }: OpeningsFeedSettings,
  { query }: FastifyRequest,
  self: string,
  language: PageLanguage,
): Promise<string> {
  const raw = READER.joinLists(query as RawParameters);
  const { list = 'doctors' } = READER.read(raw['list'] === undefined ? {} : { list: raw['list'] });
  const watched = directory.watch(list, readFilters(list, raw));
  const since = new Date(clock().getTime() - DAYS_MS);
  const entered = await feed.entries(watched, since, MOST_ENTRIES);
  const texts = TEXTS[language].openings;
  const [newest] = entered;
  // The search that the feed follows.
  const page = new URL(pathIn(language, '/'), baseUrl);
  page.search = new URL(self).search;
  page.searchParams.delete('list');
  return atomFeed({
    id: self,
    title: texts.title(filterText(filtersOf(raw), language)),
    language,
    self,
    page: page.href,
    // Without entries, the feed is as old as its window.
    updated: newest?.at ?? `${since.toISOString().slice(0, 10)}T00:00:00Z`,
    entries: entered.map((change) => entryOf(change, baseUrl, language)),
  });
}

/**
 * Reads the filters of a feed. A subscription lasts, and shows no warnings.
 * @throws DirectoryError `missing_param` also for a parameter that the feed does not know
 */
function readFilters(list: WatchedListName, raw: RawParameters): WatchedQuery {
  const meant = Object.fromEntries(Object.entries(raw).filter(([name]) => !countsVisits(name)));
  const query = readWatchedQuery(list, { ...meant, include: 'availability,contact' });
  const ofChanges = OF_CHANGES.filter((name) => raw[name] !== undefined).map((name) => ({ name }));
  const unknown = (query.warnings ?? []).flatMap((warning) =>
    warning.code === 'unknown_parameter' ? [warning.params] : [],
  );
  const [first, ...others] = [...ofChanges, ...unknown].map(refusedParameter);
  if (first) throw invalidParameters([first, ...others]);
  return query;
}

function refusedParameter({ name, suggestion }: { readonly name: string; readonly suggestion?: string }) {
  const meant = suggestion === undefined ? '' : ` Did you mean '${suggestion}'?`;
  return { param: name, message: `This feed has no parameter '${name}'.${meant}` };
}

function entryOf(
  { seq, id, at, datasetVersion, item }: Change,
  baseUrl: string,
  language: PageLanguage,
): AtomEntry {
  const { openings: texts, search } = TEXTS[language];
  const { cpsoNumber, name, specialties, clinic, phone, availability } = item as DoctorItem &
    ClinicItem &
    SpecialistItem;
  const accepting = availability?.accepting;
  const facts = [
    specialties?.map(search.names.specialty).join(', '),
    clinic?.name,
    accepting && (accepting.walkIn ? texts.walkIn : texts.acceptance)[accepting.answer],
    phone,
    texts.asOf(torontoDate(at)),
  ];
  // Of a service, the id begins with that of its clinic.
  const path = cpsoNumber === undefined ? `/clinics/${id.split(' ')[0]}` : `/doctors/${cpsoNumber}`;
  return {
    id: `${baseUrl}${OPENINGS_PATH}#${seq}.${datasetVersion}.${encodeURIComponent(id)}`,
    title: texts.entered(name),
    updated: at,
    link: baseUrl + pathIn(language, path),
    summary: facts.filter(Boolean).join('; '),
  };
}
