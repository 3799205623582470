import type { RawParameters } from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import { COVERAGE_COLUMNS, coverageCells } from '@care-atlas/domain/map';
import { csvLine } from '@care-atlas/domain/text';
import { serveFile } from '@care-atlas/server/answers';
import { servePage } from '@care-atlas/server/pages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { coveragePage } from './coverage-page.js';
import { areasIn, queryOf, readCoverageRequest } from './coverage-request.js';

/** Serves the doctors by postal area, as a page and as a file. */
export function serveCoverage(
  fastify: FastifyInstance,
  directory: Directory,
  { baseUrl, freshDays }: { readonly baseUrl: string; readonly freshDays: number },
): void {
  const coverageOf = ({ query }: FastifyRequest) => {
    const request = readCoverageRequest(query as RawParameters);
    return { request, coverage: directory.coverage(queryOf(request)) };
  };
  servePage(fastify, {
    path: '/coverage',
    baseUrl,
    get: (visit, asked) => coveragePage(visit, { ...coverageOf(asked), ...directory.totals, freshDays }),
  });
  serveFile(fastify, {
    path: '/coverage.csv',
    type: 'text/csv; charset=utf-8',
    cache: 'public, max-age=300',
    headers: { 'content-disposition': 'attachment; filename="coverage.csv"' },
    content(asked) {
      const { request, coverage } = coverageOf(asked);
      const lines = [COVERAGE_COLUMNS, ...areasIn(request, coverage.areas).map(coverageCells)];
      return lines.map((cells) => csvLine(cells)).join('');
    },
  });
}
