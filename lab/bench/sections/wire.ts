import { ShippedProxy } from '../../../tools/test/deployment/shipped-proxy.js';
import { BenchDirectory } from '../bench-directory.js';
import { type LoadResults, loadTable, ratioColumn, ratiosOf } from '../figures/load-table.js';
import { digits, paragraph } from '../figures/markdown.js';
import { median } from '../figures/statistics.js';
import type { LoadResult } from '../load.js';
import { averageSentSize, type HttpRequest } from '../requests/http-request.js';
import { requestPaths, vocabularyOf } from '../requests/request-paths.js';
import { inRounds } from '../rounds.js';
import type { Aim, BenchRun, Section, SectionReport } from '../section.js';

const ENCODINGS = ['gzip', 'br', 'zstd'] as const;
const SIZE_SAMPLE = 500;
/** Four members of a doctor, which a result on a small screen shows. */
const FIELDS = 'name,specialties,languages,yearsOfPractice';
const PLAIN = 'API, plain';
const IN_NGINX = 'proxy, gzip in nginx';
/** As the proxy compressed until 2026-11-28, when the API answered it in plain bytes. */
const NGINX_GZIP = `gzip on; gzip_comp_level 1; gzip_min_length 1000; gzip_proxied any; gzip_types application/json;
  proxy_set_header Accept-Encoding '';`;

export const WIRE: Section = {
  name: 'wire',
  title: 'Bytes and processor time of compressed and selected answers',
  run: BenchDirectory.section(measure),
};

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const api = await directory.service();
  // Only the API is asked for.
  const ports = new Map(['api', 'mcp', 'dashboard'].map((name) => [name, api.port]));
  const plan = { ports, apiHost: '127.0.0.1' };
  const [proxy, compressing] = [
    await ShippedProxy.start(plan),
    await ShippedProxy.start({ ...plan, settings: NGINX_GZIP }),
  ];
  try {
    const paths = requestPaths('GET /doctors', await vocabularyOf(directory.url()));
    const requests = (encoding?: string, fields?: string): HttpRequest[] =>
      directory
        .requests(paths.map((path) => (fields === undefined ? path : `${path}&fields=${fields}`)))
        .map(({ path, headers }) => ({
          path,
          headers: { ...headers, ...(encoding && { 'Accept-Encoding': encoding }) },
        }));
    const behind = (used: ShippedProxy) => ({
      port: used.port,
      get cpu() {
        return api.cpu + used.cpu;
      },
    });
    const asked = new Map<string, readonly [Parameters<BenchDirectory['target']>[0], HttpRequest[]]>([
      [PLAIN, [api, requests()]],
      ...ENCODINGS.map((encoding) => [`API, ${encoding}`, [api, requests(encoding)]] as const),
      ['four fields, plain', [api, requests(undefined, FIELDS)]],
      ...ENCODINGS.map(
        (encoding) => [`four fields, ${encoding}`, [api, requests(encoding, FIELDS)]] as const,
      ),
      [IN_NGINX, [behind(compressing), requests('gzip')]],
      ...ENCODINGS.map((encoding) => [`proxy, ${encoding}`, [behind(proxy), requests(encoding)]] as const),
    ]);
    const sizes = new Map<string, number>();
    for (const [name, [{ port }, list]] of asked)
      sizes.set(name, await averageSentSize(port, list.slice(0, SIZE_SAMPLE)));
    const targets = new Map(
      Array.from(asked, ([name, target]) => [name, directory.target(...target)] as const),
    );
    return report(await inRounds(targets, run), sizes);
  } finally {
    await proxy.stop();
    await compressing.stop();
  }
}

function report(results: LoadResults, sizes: ReadonlyMap<string, number>): SectionReport {
  const share = (name: string) => sizes.get(name)! / sizes.get(PLAIN)!;
  const cpu = (a: LoadResult, b: LoadResult) => a.cpu / b.cpu;
  const atMost = true as const;
  const bytes = (name: string, bound: number): Aim => ({
    what: `${name}: bytes of the body, of the plain ones`,
    bound,
    atMost,
    measured: share(name),
  });
  const processor = (name: string): Aim => ({
    what: `${name}: CPU, times that of ${IN_NGINX}`,
    bound: 1.3,
    atMost,
    measured: median(ratiosOf(results, name, IN_NGINX, cpu)),
  });
  return {
    aims: [
      bytes('API, gzip', 0.32),
      bytes('API, br', 0.3),
      bytes('API, zstd', 0.3),
      ...ENCODINGS.map((encoding) => bytes(`four fields, ${encoding}`, 0.12)),
      ...ENCODINGS.map((encoding) => processor(`proxy, ${encoding}`)),
    ],
    blocks: [
      paragraph(`GET /doctors, with the random filters of the other pages. "API" is asked directly, "proxy" through the
        shipped proxy without TLS; its processor time is that of both. "gzip in nginx" is the same proxy as it compressed before the API
        did, at level 1. "four fields" are ${FIELDS}, which come with what identifies a doctor.`),
      loadTable('answer', results, [
        { heading: 'bytes of the body', cell: (name) => digits(sizes.get(name)!) },
        { heading: 'of the plain ones', cell: (name) => digits(share(name)) },
        ratioColumn(`CPU, of ${PLAIN}`, results, PLAIN, cpu),
        ratioColumn(`CPU, of ${IN_NGINX}`, results, IN_NGINX, cpu),
      ]),
    ],
  };
}
