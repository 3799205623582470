import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// npm run measure:sentences
// Prints what sentences find and refuse, with what fails, the processor time of a reading, and the memory of its words.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const MEGABYTE = 2 ** 20;
const READINGS = 200;
const LISTS = 5_000;
const FRESH_DAYS = 30;
const ROUNDS = 5;
/** 97 characters. */
const SENTENCE =
  'family doctor who speaks Tamil near Kipling station, wheelchair accessible, open Saturday morning';
/** Microseconds per millisecond. */
const MS = 1_000;

async function grown(load: () => Promise<unknown>): Promise<string> {
  collect();
  const before = process.memoryUsage().heapUsed;
  await load();
  collect();
  return `${((process.memoryUsage().heapUsed - before) / MEGABYTE).toFixed(1)} MB`;
}

function print(what: string, asked: number, failed: readonly unknown[]): void {
  console.log(`${what}: ${asked - failed.length} of ${asked}`);
  for (const each of failed) console.log(`  ${typeof each === 'string' ? each : JSON.stringify(each)}`);
}

/** Returns the processor time of a call in milliseconds: the least of several rounds. */
function timeOf(call: () => unknown, calls = READINGS): string {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const begun = process.cpuUsage();
    for (let i = 0; i < calls; i++) call();
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / MS / calls;
  });
  return `${Number(Math.min(...rounds).toPrecision(2))} ms`;
}

// First, while nothing of the directory is loaded.
await import('@care-atlas/domain/text');
const now = new Date('2026-11-20T15:27:31Z');
console.log(`memory of the vocabulary: ${await grown(() => import('@care-atlas/domain/vocabulary'))}`);
console.log(`memory of the places: ${await grown(() => import('@care-atlas/domain/places'))}`);
console.log(`memory of the reader: ${await grown(() => import('@care-atlas/domain/question'))}`);
const { readQuestion } = await import('@care-atlas/domain/question');
const first = async () => void readQuestion('near Queen and Spadina', { now });
console.log(`memory of the crossings, after the first question: ${await grown(first)}`);

const { spellingsByNear, spellingsInSentence } =
  await import('../../libs/domain/test/places-as-people-say.js');
const { listsOfUnanswerable } = await import('../../libs/domain/test/no-list.js');
const { recallOfNames, SAMPLE, SAMPLE_MODEL } = await import('./named-records.js');
const { differencesOfYear } = await import('./open-now.js');

console.log(`reading ${SENTENCE.length} characters: ${timeOf(() => readQuestion(SENTENCE, { now }))}`);
console.log(`with its total, 6,000 doctors: ${timeOf(() => SAMPLE.readQuestion({ q: SENTENCE }))}`);

// What a list costs that asks nothing in words, and how much of it is to look for such.
const { AsOf } = await import('@care-atlas/domain/rules');
const { DoctorQuery, QueryReader } = await import('@care-atlas/domain/contract');
const { interpretQuery } = await import('../../libs/domain/src/directory/interpret/interpret-query.js');
const view = { model: SAMPLE_MODEL, asOf: new AsOf(now, FRESH_DAYS) };
for (const values of [
  {},
  { specialties: 'Cardiology' },
  { languages: 'Tamil', accepting: 'true' },
  { near: 'Kipling' },
]) {
  const query = new QueryReader(DoctorQuery).read(values);
  const list = timeOf(() => SAMPLE.listDoctors(query), LISTS);
  const words = timeOf(() => interpretQuery(view as never, query, 'listDoctors'), LISTS);
  console.log(`list of doctors ${JSON.stringify(values)}: ${list}, of which reading words: ${words}`);
}
for (const [where, read] of [
  ['by near', spellingsByNear],
  ['in a sentence', spellingsInSentence],
] as const) {
  const { asked, wrong, failed } = read();
  print(`spellings of places ${where}, ${wrong.length} read as another place`, asked, failed);
}
const { asked, lists } = listsOfUnanswerable();
print('questions without a list', asked, lists);
for (const [kind, recall] of Object.entries(recallOfNames()))
  print(`${kind} by name in a sentence`, recall.asked, recall.missed);
const year = differencesOfYear();
print('"open now" as a calendar says', year.asked, year.different);
