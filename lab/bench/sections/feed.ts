import { runSync } from '@care-atlas/data/sync';
import { sampleDirectory } from '../../../tools/src/sample/sample-directory.js';
import { BenchDirectory, settle } from '../bench-directory.js';
import { digits, paragraph, spread, table } from '../figures/markdown.js';
import { median } from '../figures/statistics.js';
import type { MeasuredProcess } from '../measured-process.js';
import { bodyOf, type HttpRequest } from '../requests/http-request.js';
import { inRounds } from '../rounds.js';
import type { BenchRun, Section, SectionReport } from '../section.js';

/** The clinics that change whether they accept patients in a night: with more, lists begin again. */
const CLINICS = 700;
/** Pages read for each result: the kernel counts processor time in hundredths of a second. */
const PAGES = 3;
/** What is asked of the feed: of one kind of records all changes, then those of their list. */
const FEEDS = {
  doctors: [
    'types=doctor',
    'list=doctors',
    'list=doctors&acceptance=yes&area=Toronto&languages=English',
    'list=doctors&languages=Tamil&gender=female&openAt=18:00',
  ],
  clinics: ['types=clinic', 'list=clinics', 'list=clinics&include=availability,contact'],
};
const LIMITS = [1000, 100];

export const FEED: Section = {
  name: 'feed',
  title: 'A page of changes of a list against one of all changes',
  run: BenchDirectory.section(measure),
};

/** Of one page. */
interface PageCost {
  /** Milliseconds from request to answer. */
  readonly ms: number;
  /** Milliseconds of processor time of the service and of PostgreSQL. */
  readonly cpu: number;
  readonly changes: number;
}

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const api = await directory.service();
  const now = new Date();
  const [ask] = directory.requests(['/api/v1/changes']);
  const { next } = JSON.parse(await bodyOf(api.port, ask!)) as { next: string };
  run.log('a night');
  const { clinics } = sampleDirectory({ doctors: directory.doctors, now });
  const changed = clinics.slice(0, CLINICS).map((clinic) => ({ ...clinic, accepting: !clinic.accepting }));
  await runSync(directory.url(), { source: 'sample' }, now, (writer) => writer.clinics(changed));
  await settle(directory.url());
  const pages = LIMITS.flatMap((limit) =>
    Object.values(FEEDS).flatMap(([all, ...lists]) =>
      [all!, ...lists].map((asked) => ({
        name: `${asked}&limit=${limit}`,
        whole: `${all}&limit=${limit}`,
        limit,
      })),
    ),
  );
  const targets = new Map(
    pages.map(({ name }): [string, () => Promise<PageCost>] => {
      const [page] = directory.requests([`/api/v1/changes?after=${next}&${name}`]);
      return [name, () => costOf(directory, api, page!)];
    }),
  );
  const results = await inRounds(targets, run);
  const ratios = ({ name, whole }: (typeof pages)[number], cost: 'ms' | 'cpu') =>
    results.get(name)!.map((page, round) => page[cost] / results.get(whole)![round]![cost]);
  return {
    aims: LIMITS.map((limit) => ({
      what: `a page with limit=${limit} of the slowest list, times one of all changes`,
      bound: 3,
      atMost: true as const,
      measured: Math.max(
        ...pages.filter((page) => page.limit === limit).map((page) => median(ratios(page, 'ms'))),
      ),
    })),
    blocks: [
      paragraph(`A directory of ${directory.doctors} doctors, of which ${changed.length} clinics changed in a night whether they
        accept patients. The first page of those changes is requested ${PAGES} times for each result. Times are of one page: from
        request to answer, and of processors, in the service and in PostgreSQL together. A page of a list judges 500
        changes, or as many as its limit.`),
      table(
        ['page', 'changes', 'ms', 'processors, ms', 'times all changes', 'processors, times'],
        pages.map((page) => {
          const costs = results.get(page.name)!;
          return [
            `\`${page.name}\``,
            costs[0]!.changes,
            digits(median(costs.map(({ ms }) => ms))),
            digits(median(costs.map(({ cpu }) => cpu))),
            spread(ratios(page, 'ms')),
            spread(ratios(page, 'cpu')),
          ];
        }),
      ),
    ],
  };
}

async function costOf(directory: BenchDirectory, api: MeasuredProcess, page: HttpRequest): Promise<PageCost> {
  const used = () => api.cpu + directory.databaseTime();
  const [cpu, begun] = [used(), performance.now()];
  let body = '';
  for (let n = 0; n < PAGES; n++) body = await bodyOf(api.port, page);
  const ms = (performance.now() - begun) / PAGES;
  const { changes } = JSON.parse(body) as { changes: readonly unknown[] };
  return { ms, cpu: (used() - cpu) / PAGES, changes: changes.length };
}
