import { Controller, Get, Header, Inject, Req, Res } from '@nestjs/common';
import { ApiParam, ApiResponse } from '@nestjs/swagger';
import { ChangeFeedRepository, type ChangeStart } from '@care-atlas/data/directory';
import { fhirTypeOf, MANIFEST, newestFhir, SANDBOX_FILE, ServedExports } from '@care-atlas/data/exports';
import {
  BulkManifest,
  ChangePage,
  ChangeQuery,
  DirectoryError,
  Export,
  ExportList,
  OpeningQuery,
  QueryReader,
  type RawParameters,
  readWatchedQuery,
  type WatchedListName,
} from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import { english } from '@care-atlas/domain/messages';
import { readSince } from '@care-atlas/domain/rules';
import type { CallerRequest } from '@care-atlas/server/access';
import { type FileContent, prefersCodes, sendFile } from '@care-atlas/server/answers';
import type { FastifyReply } from 'fastify';
import { bulkManifest } from './bulk-manifest.js';
import { Describe } from './openapi/describe.decorator.js';
import { Counted, readPath, warningsOf } from './read.decorator.js';

/** The injection token of the address of the API. */
export const API_URL = Symbol('api-url');
/** The injection token of the clock. */
export const CLOCK = Symbol('clock');

const READER = new QueryReader(ChangeQuery);
const LIST_READER = new QueryReader(OpeningQuery);
const BINARY = { schema: { type: 'string' as const }, example: 'binary' };
const FILES = { 'application/gzip': BINARY, 'application/fhir+ndjson': BINARY };
const PAGE = { default: 100, maximum: 1000, sandbox: 100 } as const;

/** Serves what changed, and the whole directory as files: for copies of the directory. */
@Controller()
@Counted()
export class FeedController {
  constructor(
    private readonly directory: Directory,
    private readonly feed: ChangeFeedRepository,
    private readonly exports: ServedExports,
    @Inject(API_URL) private readonly apiUrl: string,
    @Inject(CLOCK) private readonly clock: () => Date,
  ) {}

  @Get('changes')
  @Header('cache-control', 'no-store')
  @Describe({
    name: 'listChanges',
    tag: 'Changes',
    summary: 'List what changed',
    description:
      'Returns the changes of the listed doctors, clinics and services after a cursor, oldest first, each with the record as it is listed now. With `list` and the filters of that list: what entered it, left it or changed in it, each with the item as of that version; begin with the list and its `X-Cursor`. Send `next` as `after` of the next request, until `more` is false: a copy that applied them equals the lists. What follows from a change is a change too, such as the languages of a clinic after a doctor moved. That the register confirms a record again is none. Begin with an export of `/exports`, and its `cursor`.',
    query: OpeningQuery,
    answer: ChangePage,
    forbidden: 'forbidden',
    refusals: ['gone'],
  })
  async listChanges(@Req() request: CallerRequest): Promise<ChangePage> {
    const { list, after, since, types, limit, ...warned } = readQuery(request, this.clock());
    const start = since ? { since } : after === undefined ? undefined : { after };
    if (list !== undefined) return this.#openings(request, list, start, limit, warned.warnings);
    if (!start)
      return {
        changes: [],
        next: await this.feed.now(),
        more: false,
        export: (await this.exports.addressToBegin()) ?? null,
        ...warned,
      };
    try {
      return Object.assign(
        await this.feed.changes({ ...start, types, limit, asOf: this.directory.asOf }),
        warned,
      );
    } catch (error) {
      if (!(error instanceof DirectoryError) || error.code !== 'gone') throw error;
      throw await this.exports.endOfChanges();
    }
  }

  async #openings(
    request: CallerRequest,
    list: WatchedListName,
    start: ChangeStart | undefined,
    limit: number,
    ignored: readonly string[] = [],
  ): Promise<ChangePage> {
    const query = readWatchedQuery(list, joinLists(request));
    const { page, warnings } = await this.feed.openingsAnswer(this.directory, { list, query, start, limit });
    const said = [...ignored, ...warnings];
    if (said.length === 0) return page;
    // As in other answers, for connectors that write the warnings in another language.
    const codes = prefersCodes(request) && { messages: { warnings: said } };
    return Object.assign(page, { warnings: said.map(english) }, codes);
  }

  @Get('exports')
  @Header('cache-control', 'no-store')
  @Describe({
    name: 'listExports',
    tag: 'Exports',
    summary: 'List the exports of the whole directory',
    description:
      'Returns the exports of the newest dataset versions, newest first. Their files have every listed doctor, clinic and service, without reviews. The `cursor` of an export continues with `/changes`. A sandbox key downloads only the file of the first 1,000 doctors.',
    answer: ExportList,
    forbidden: 'forbidden',
  })
  async listExports(@Req() request: CallerRequest): Promise<ExportList> {
    return { exports: await this.exports.list(), ...warningsOf(request) };
  }

  @Get('fhir/$bulk-publish')
  @Header('cache-control', 'no-store')
  @Describe({
    name: 'getBulkManifest',
    tag: 'Exports',
    summary: 'List the FHIR files of the newest export',
    description:
      "Returns the manifest of `$bulk-publish` of HL7's FHIR Bulk Data for the newest export: all listed records as resources of FHIR R4, and those of earlier exports that are no longer listed. There is no FHIR search.",
    answer: BulkManifest,
    forbidden: 'forbidden',
    refusals: ['not_found'],
  })
  async getBulkManifest(@Req() request: CallerRequest): Promise<BulkManifest> {
    const newest = newestFhir(await this.exports.list());
    if (!newest) throw new DirectoryError('not_found', 'There is no export with FHIR files yet.');
    request.datasetVersion = newest.datasetVersion;
    const base = request.caller.gateway ? '..' : this.apiUrl;
    return Object.assign(bulkManifest(newest, base), warningsOf(request));
  }

  @Get('exports/:datasetVersion/:name')
  @Describe({
    name: 'getExportFile',
    tag: 'Exports',
    summary: 'Download a file of an export',
    description:
      'Returns a file, compressed with gzip, or with `Range` a part of it. Its content never changes. A file with a record that was removed from the directory since is answered 410 from then on; the next export is without it. FHIR files have `Content-Encoding: gzip`. `manifest.json` is the entry of the export in `/exports`.',
    answer: Export,
    content: FILES,
    forbidden: 'forbidden',
    refusals: ['not_found', 'gone', 'unsatisfiable_range'],
  })
  // Decorators are applied from the last to the first.
  @ApiParam({
    name: 'name',
    schema: { type: 'string', examples: [MANIFEST] },
    description: 'Name of the file.',
  })
  @ApiParam({
    name: 'datasetVersion',
    schema: { type: 'string', examples: ['1-9f8e7d6c'] },
    description: 'Version.',
  })
  @ApiResponse({ status: 206, content: FILES, description: 'The part of the file.' })
  @ApiResponse({ status: 304, description: 'The client holds the file.' })
  async getExportFile(@Req() request: CallerRequest, @Res() reply: FastifyReply): Promise<void> {
    const { datasetVersion = '', name = '' } = readPath(request);
    if (request.caller.tier === 'sandbox' && name !== SANDBOX_FILE && name !== MANIFEST)
      throw new DirectoryError('forbidden', `A sandbox key downloads only ${SANDBOX_FILE}.`);
    const file = await this.exports.open(datasetVersion, name);
    if (!file)
      throw new DirectoryError('not_found', 'There is no such file: /exports lists those that there are.');
    request.datasetVersion = datasetVersion;
    sendFile(request, reply, file, contentOf(name));
  }
}

/** Returns the headers that describe the content of a file. Readers of FHIR decompress it as HTTP says. */
function contentOf(name: string): FileContent {
  if (name === MANIFEST) return { 'content-type': 'application/json; charset=utf-8' };
  if (!fhirTypeOf(name)) return { 'content-type': 'application/gzip' };
  return { 'content-type': 'application/fhir+ndjson', 'content-encoding': 'gzip' };
}

/** Returns the raw parameters of the feed, with lists in one form. */
function joinLists({ query }: CallerRequest): RawParameters {
  return LIST_READER.joinLists(query as RawParameters);
}

/** Reads the parameters of a page, with a warning if the limit is capped. */
function readQuery(request: CallerRequest, now: Date) {
  const raw = joinLists(request);
  const list = readList(raw);
  // The filters of a list are read when the list is known.
  const own = list === undefined ? raw : { after: raw['after'], since: raw['since'], limit: raw['limit'] };
  const { after, since, types, limit = PAGE.default, warnings = [] } = READER.read(own);
  const maximum = request.caller.tier === 'sandbox' ? PAGE.sandbox : PAGE.maximum;
  const said = [...warnings];
  if (limit > maximum) said.push({ code: 'limit_capped', params: { limit, maximum } });
  const warned = said.length > 0 && { warnings: said.map(english) };
  return {
    list,
    after,
    since: since === undefined ? undefined : readSince(since, now),
    types,
    limit: Math.min(limit, maximum),
    ...warned,
  };
}

function readList({ list }: RawParameters): WatchedListName | undefined {
  if (list === undefined || list === '') return undefined;
  return LIST_READER.read({ list }).list;
}
