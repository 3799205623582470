import { writeFileSync } from 'node:fs';
import { vocabularyOf } from '../bench/requests/request-paths.js';
import { drawRequests } from './draw-requests.js';
import { lineOf, RECORDING } from './recording.js';
import { ReplayStage } from './replay-stage.js';

// npm run record:replay
// Records the answers of the checked-out commit to random requests. Run it only where the interface may change answers:
// from then on, replay.spec.ts expects these.
const REQUESTS = 2_000;
/** Maximum number of lists without items, which random filters often give and which tell little. */
const EMPTY = 200;

const stage = await ReplayStage.start();
try {
  const { body } = await stage.ask({ tier: 'live', path: '/clinics?limit=100' });
  const { clinics } = JSON.parse(body) as { readonly clinics: readonly { readonly id: string }[] };
  const requests = drawRequests(
    await vocabularyOf(stage.databaseUrl),
    clinics.map(({ id }) => id),
  );
  const lines = new Set<string>();
  let empty = 0;
  while (lines.size < REQUESTS) {
    const request = requests.next().value;
    const answer = await stage.ask(request);
    if (answer.body.includes('"count":0') && ++empty > EMPTY) continue;
    lines.add(lineOf({ ...request, ...answer }));
  }
  writeFileSync(RECORDING, [...lines].join(''));
  console.info(`${REQUESTS} requests recorded in ${RECORDING}.`);
} finally {
  await stage.stop();
}
