import { setTimeout as sleep } from 'node:timers/promises';
import { RandomQueries, seeded } from '../../queries/random-query.js';
import { BenchDirectory } from '../bench-directory.js';
import { type DoctorFilter, filterOf, parametersOf } from '../requests/doctor-filter.js';
import { keyed } from '../requests/http-request.js';
import type { LoadResult } from '../load.js';
import { loadTable, ratioColumn, ratiosOf } from '../figures/load-table.js';
import { paragraph, table } from '../figures/markdown.js';
import type { MeasuredProcess } from '../measured-process.js';
import { fillFlatDatabase } from '../peers/flat-database.js';
import { installPeers, PEERS } from '../peers/install.js';
import { ALTERNATIVE_SERVERS, countEqualAnswers, type PeerServer } from '../peers/peer.js';
import { vocabularyOf } from '../requests/request-paths.js';
import { inRounds } from '../rounds.js';
import type { Aim, BenchRun, Section, SectionReport } from '../section.js';
import { median } from '../figures/statistics.js';

const OWN = 'GET /doctors';
const DATABASE = 'flat';
const FILTERS = 2_000;
const COMPARED = 200;
/** A server still works on the requests that the generator dropped at its end. */
const PAUSE_MS = 1_000;

export const ALTERNATIVES: Section = {
  name: 'alternatives',
  title: 'Against alternatives',
  summary: 'GET /doctors against servers and products that query the database',
  document: 'reads',
  run: (run) => BenchDirectory.open(run, run.sizes[0], (directory) => measure(directory, run)),
};

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const api = await directory.api();
  const words = await vocabularyOf(directory.url());
  const random = new RandomQueries(seeded(2), words);
  const filters = Array.from({ length: FILTERS }, () => filterOf(random.doctors(), words));
  const own = ownServer(directory, api);
  const { targets, equal, missing } = await startPeers(directory, own, filters, run);
  targets.set(OWN, directory.target(api, filters.map(own.request)));
  const results = await inRounds(targets, run);
  const products = ALTERNATIVE_SERVERS.filter(({ name, installed }) => installed && targets.has(name));
  const leads = products.map(({ name }) => median(ratiosOf(results, OWN, name)));
  const lead = 'throughput, times that of the fastest product';
  const aims: Aim[] = leads.length > 0 ? [{ what: lead, bound: 40, measured: Math.min(...leads) }] : [];
  return {
    aims,
    blocks: [
      paragraph(`All servers answer the same filters of GET /doctors from the same data in the same PostgreSQL: the exact
        total, and 25 doctors with their clinics. The alternatives have tables made for these filters, and check no keys,
        count no limits and validate nothing; the tuned statement even reads items stored as they are sent. "Equal
        answers" counts the filters, of ${COMPARED}, with the same total and the same doctors in the same order. The
        tables, programs and configurations are in [tools/peers](../../tools/peers).`),
      loadTable('server', results, [
        ratioColumn('GET /doctors is … times as fast', results, OWN, (other, base) => base.rate / other.rate),
        { heading: 'equal answers', cell: (name) => equal.get(name) ?? '–' },
      ]),
      ...(missing.length > 0 ? [table(['not measured', 'reason'], missing)] : []),
    ],
  };
}

/** Starts the alternatives on the same data, and compares their answers with the product's. */
async function startPeers(
  directory: BenchDirectory,
  own: PeerServer,
  filters: readonly DoctorFilter[],
  { log }: BenchRun,
) {
  const databaseUrl = directory.url(DATABASE);
  await directory.create(DATABASE, 'nothing');
  await fillFlatDatabase(directory.url(), databaseUrl);
  const targets = new Map<string, () => Promise<LoadResult>>();
  const equal = new Map<string, string>();
  const missing: [name: string, reason: string][] = [];
  const env = { DATABASE_URL: databaseUrl, NODE_ENV: 'production', GRAPHILE_ENV: 'production' };
  for (const peer of ALTERNATIVE_SERVERS) {
    const { name, file, installed } = peer;
    try {
      if (installed) await installPeers();
      const server = await directory.start(file, { env, flags: [], ...(installed && { cwd: PEERS }) });
      const compared = filters.slice(0, COMPARED);
      const count = await countEqualAnswers(compared, own, { ...peer, port: server.port });
      equal.set(name, `${count} of ${compared.length}`);
      log(`${name}: ${count} of ${compared.length} answers are equal`);
      const measureOnce = directory.target(server, filters.map(peer.request));
      targets.set(name, async () => {
        const result = await measureOnce();
        await sleep(PAUSE_MS);
        return result;
      });
    } catch (error) {
      missing.push([name, (error as Error).message.split('\n')[0]!.slice(0, 200)]);
    }
  }
  return { targets, equal, missing };
}

function ownServer({ key }: BenchDirectory, { port }: MeasuredProcess): PeerServer {
  return {
    port,
    request: (filter) => keyed([`/api/v1/doctors?${parametersOf(filter).toString()}`], key)[0]!,
    read: (answer) => {
      const { total, doctors } = answer as { total: number; doctors: { cpsoNumber: string }[] };
      return { total, numbers: doctors.map(({ cpsoNumber }) => cpsoNumber) };
    },
  };
}
