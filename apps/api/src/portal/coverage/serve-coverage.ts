import type { RawParameters } from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import { COVERAGE_COLUMNS, coverageCells } from '@care-atlas/domain/map';
import { csvLine } from '@care-atlas/domain/text';
import { pageHeaders } from '@care-atlas/server/pages';
import type { FastifyInstance } from 'fastify';
import { servePage } from '../page-view.js';
import { COVERAGE_STYLE, coveragePage } from './coverage-page.js';
import { areasIn, queryOf, readCoverageRequest } from './coverage-request.js';

const CACHED = { 'cache-control': 'public, max-age=300' };
const PAGE_HEADERS = {
  ...pageHeaders({ style: COVERAGE_STYLE, forms: "'self'", sharesProcess: true }),
  ...CACHED,
};
const FILE_HEADERS = {
  ...CACHED,
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="coverage.csv"',
  'x-content-type-options': 'nosniff',
};

/** Serves the doctors by postal area, as a page and as a file. */
export function serveCoverage(
  fastify: FastifyInstance,
  directory: Directory,
  { baseUrl, freshDays }: { readonly baseUrl: string; readonly freshDays: number },
): void {
  const coverageOf = (raw: unknown) => {
    const request = readCoverageRequest(raw as RawParameters);
    return { request, coverage: directory.coverage(queryOf(request)) };
  };
  servePage(fastify, {
    path: '/coverage',
    baseUrl,
    headers: PAGE_HEADERS,
    render(view, asked) {
      const { specialties, languages } = directory.totals;
      return coveragePage({
        ...coverageOf(asked.query),
        view,
        baseUrl,
        freshDays,
        specialties,
        languages,
      });
    },
  });
  fastify.get('/coverage.csv', (asked, reply) => {
    const { request, coverage } = coverageOf(asked.query);
    const lines = [COVERAGE_COLUMNS, ...areasIn(request, coverage.areas).map(coverageCells)];
    return reply.headers(FILE_HEADERS).send(lines.map((cells) => csvLine(cells)).join(''));
  });
}
