import { setTimeout as sleep } from 'node:timers/promises';
import { installPeers, PEERS } from '../install-peers.js';
import { RandomQueries, seeded } from '../../../tools/src/queries/random-query.js';
import { BenchDirectory } from '../bench-directory.js';
import { loadTable, ratioColumn, ratiosOf } from '../figures/load-table.js';
import { paragraph } from '../figures/markdown.js';
import { median } from '../figures/statistics.js';
import type { LoadResult } from '../load.js';
import { fillFlatDatabase } from '../flat-database.js';
import { ALTERNATIVE_SERVERS, countEqualAnswers, ownPeer } from '../peer.js';
import { filterOf } from '../requests/doctor-filter.js';
import { vocabularyOf } from '../requests/request-paths.js';
import { inRounds } from '../rounds.js';
import type { BenchRun, Section, SectionReport } from '../section.js';

const OWN = 'GET /doctors';
const DATABASE = 'flat';
const FILTERS = 2_000;
const COMPARED = 200;
/** A server still works on the requests that the generator dropped at its end. */
const PAUSE_MS = 1_000;

export const ALTERNATIVES: Section = {
  name: 'alternatives',
  title: 'Reads against servers and products that query the database',
  run: BenchDirectory.section(measure),
};

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const api = await directory.service();
  const words = await vocabularyOf(directory.url());
  const random = new RandomQueries(seeded(2), words);
  const filters = Array.from({ length: FILTERS }, () => filterOf(random.doctors(), words));
  const compared = filters.slice(0, COMPARED);
  const own = { ...ownPeer(directory.key), port: api.port };
  const databaseUrl = directory.url(DATABASE);
  await directory.create(DATABASE, 'nothing');
  await fillFlatDatabase(directory.url(), databaseUrl);
  const env = { DATABASE_URL: databaseUrl, NODE_ENV: 'production', GRAPHILE_ENV: 'production' };
  const targets = new Map<string, () => Promise<LoadResult>>();
  const equal = new Map<string, string>();
  for (const peer of ALTERNATIVE_SERVERS) {
    const { name, file, installed } = peer;
    if (installed) await installPeers();
    const server = await directory.start(file, { env, flags: [], ...(installed && { cwd: PEERS }) });
    const count = await countEqualAnswers(compared, own, { ...peer, port: server.port });
    equal.set(name, `${count} of ${COMPARED}`);
    run.log(`${name}: ${count} of ${COMPARED} answers are equal`);
    const measureOnce = directory.target(server, filters.map(peer.request));
    targets.set(name, async () => {
      const result = await measureOnce();
      await sleep(PAUSE_MS);
      return result;
    });
  }
  targets.set(OWN, directory.target(api, filters.map(own.request)));
  const results = await inRounds(targets, run);
  const products = ALTERNATIVE_SERVERS.filter(({ installed }) => installed);
  const leads = products.map(({ name }) => median(ratiosOf(results, OWN, name)));
  return {
    aims: [
      {
        what: 'throughput, times that of the fastest product',
        bound: 40,
        measured: Math.min(...leads),
      },
    ],
    blocks: [
      paragraph(`All servers answer the same filters of GET /doctors from the same data in the same PostgreSQL: the exact
        total, and 25 doctors with their clinics. The alternatives have tables made for these filters, and check no keys,
        count no limits and validate nothing; the tuned statement even reads items stored as they are sent. "Equal
        answers" counts the filters, of ${COMPARED}, with the same total and the same doctors in the same order. The
        tables, programs and configurations are in [lab/bench/peers](../../lab/bench/peers).`),
      loadTable('server', results, [
        ratioColumn('GET /doctors is … times as fast', results, OWN, (other, base) => base.rate / other.rate),
        { heading: 'equal answers', cell: (name) => equal.get(name) ?? '–' },
      ]),
    ],
  };
}
