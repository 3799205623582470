import { Controller, Get, Header, Inject, Req, Res } from '@nestjs/common';
import { ApiParam, ApiResponse } from '@nestjs/swagger';
import { ChangeFeedRepository } from '@care-atlas/data/directory';
import { fhirTypeOf, MANIFEST, newestFhir, SANDBOX_FILE, ServedExports } from '@care-atlas/data/exports';
import {
  BulkManifest,
  ChangePage,
  ChangeQuery,
  DirectoryError,
  Export,
  ExportList,
  QueryReader,
  type RawParameters,
} from '@care-atlas/domain/contract';
import { english } from '@care-atlas/domain/messages';
import type { CallerRequest } from '@care-atlas/server/access';
import { type FileContent, sendFile } from '@care-atlas/server/answers';
import type { FastifyReply } from 'fastify';
import { bulkManifest } from './bulk-manifest.js';
import { Describe } from './openapi/describe.decorator.js';
import { Counted, readPath, warningsOf } from './read.decorator.js';

/** The injection token of the address of the API. */
export const API_URL = Symbol('api-url');

const READER = new QueryReader(ChangeQuery);
const BINARY = { schema: { type: 'string' as const }, example: 'binary' };
const FILES = { 'application/gzip': BINARY, 'application/fhir+ndjson': BINARY };
const PAGE = { default: 100, maximum: 1000, sandbox: 100 } as const;

/** Serves what changed, and the whole directory as files: for copies of the directory. */
@Controller()
@Counted()
export class FeedController {
  constructor(
    private readonly feed: ChangeFeedRepository,
    private readonly exports: ServedExports,
    @Inject(API_URL) private readonly apiUrl: string,
  ) {}

  @Get('changes')
  @Header('cache-control', 'no-store')
  @Describe({
    name: 'listChanges',
    tag: 'Changes',
    summary: 'List what changed',
    description:
      'Returns the changes of the listed doctors, clinics and services after a cursor, oldest first, each with the record as it is listed now. Send `next` as `after` of the next request, until `more` is false: a copy that applied them equals the lists. What follows from a change is a change too, such as the languages of a clinic after a doctor moved. That the register confirms a record again is none. Begin with an export of `/exports`, and its `cursor`.',
    query: ChangeQuery,
    answer: ChangePage,
    forbidden: 'forbidden',
    refusals: ['gone'],
  })
  async listChanges(@Req() request: CallerRequest): Promise<ChangePage> {
    const { after, types, limit, ...warned } = readQuery(request);
    if (after === undefined)
      return {
        changes: [],
        next: await this.feed.now(),
        more: false,
        export: (await this.exports.addressToBegin()) ?? null,
        ...warned,
      };
    try {
      return Object.assign(await this.feed.changes({ after, types, limit }), warned);
    } catch (error) {
      if (!(error instanceof DirectoryError) || error.code !== 'gone') throw error;
      throw await this.exports.endOfChanges();
    }
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

/** Reads the parameters of a page, with a warning if the limit is capped. */
function readQuery({ query, caller }: CallerRequest) {
  const raw = query as RawParameters;
  const { after, types, limit = PAGE.default, warnings = [] } = READER.read(READER.joinLists(raw));
  const maximum = caller.tier === 'sandbox' ? PAGE.sandbox : PAGE.maximum;
  const said = [...warnings];
  if (limit > maximum) said.push({ code: 'limit_capped', params: { limit, maximum } });
  const warned = said.length > 0 && { warnings: said.map(english) };
  return { after, types, limit: Math.min(limit, maximum), ...warned };
}
