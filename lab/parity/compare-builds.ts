import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Answer,
  ClinicQuery,
  DoctorQuery,
  DoctorSearchQuery,
  FacetQuery,
  type Query,
  QueryReader,
  SpecialistQuery,
} from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import { fold } from '@care-atlas/domain/text';
import { PROJECT } from '../../tools/src/project.js';
import { type Parameters, RandomQueries, seeded } from '../../tools/src/queries/random-query.js';
import { Random } from '../../tools/src/sample/random.js';
import { sampleDirectory } from '../../tools/src/sample/sample-directory.js';
import { NAMED_PLACES } from './data-files.js';

// npm run compare -- OTHER_CLONE [--doctors N] [--queries N] [--seed N] [--names varied] [--times-only]
// Answers random queries with the read models of this clone and another, in turns and in one process. Fails at the first
// answer that differs by a byte, unless only the times are asked for; prints how long the answers took.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    doctors: { type: 'string', default: '25000' },
    queries: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    names: { type: 'string', default: 'sample' },
    'times-only': { type: 'boolean', default: false },
  },
});
const [doctors, queries, seed] = [Number(values.doctors), Number(values.queries), Number(values.seed)];
const CLONES = [PROJECT, resolve(positionals[0]!)];
/** Queries that one read model answers before the other does. */
const TURN = 50;
/** Share of the queries, the first ones, that do not count as time. */
const WARM_UP = 0.2;
const DAY_MS = 86_400_000;
let now = new Date('2026-11-20T11:30:00Z');

// As many as a register of a million has; the sample has a few hundred.
const [GIVEN_NAMES, SURNAMES] = [40_000, 150_000];

/** Returns a name whose words are as frequent as Zipf's law says. */
function variedName(random: Random): string {
  const word = (words: number) => wordOf(90 + Math.floor(words ** random.unit()));
  return `Dr. ${word(GIVEN_NAMES)} ${word(SURNAMES)}`;
}

function wordOf(number: number): string {
  const syllable = `${'bcdfghjklmnprstvwz'[number % 18]}${['a', 'en', 'i', 'or', 'u'][Math.floor(number / 18) % 5]}`;
  return number < 90 ? syllable : syllable + wordOf(Math.floor(number / 90));
}

interface Build {
  readonly Directory: typeof Directory;
  readonly ReadModelBuilder: typeof import('@care-atlas/domain/read-model').ReadModelBuilder;
}

/** Returns the sample in the read model of each clone, and the words of queries about it. */
async function directories() {
  const parts = CLONES.flatMap((clone) =>
    ['directory', 'read-model'].map((part) => import(`${clone}/libs/domain/src/${part}/index.ts`)),
  );
  const [a, b, c, d] = (await Promise.all(parts)) as [Build, Build, Build, Build];
  const builds: readonly Build[] = [
    { ...a, ...b },
    { ...c, ...d },
  ];
  const builders = builds.map(
    ({ ReadModelBuilder }) => new ReadModelBuilder({ version: '1', syncedAt: now }),
  );
  const sample = sampleDirectory({ doctors, now, seed });
  const random = new Random(seed, 0);
  const names = new Set<string>();
  const registrationNumbers: string[] = [];
  for (const clinic of sample.clinics) for (const builder of builders) builder.addClinic(clinic);
  for (const invented of sample.doctors()) {
    const name = values.names === 'varied' ? variedName(random) : invented.name;
    const doctor = { ...invented, id: invented.registrationNumber, name };
    for (const builder of builders) builder.addDoctor(doctor);
    if (registrationNumbers.push(doctor.registrationNumber) > 24_000) continue;
    for (const word of fold(doctor.name).split(' ')) if (word.length > 2) names.add(word);
  }
  for (const service of sample.services()) for (const builder of builders) builder.addService(service);
  const served = builders.map((builder, i) => {
    const model = builder.build();
    return new builds[i]!.Directory(
      () => model,
      () => now,
    );
  }) as [Directory, Directory];
  const words = {
    names: [...names],
    registrationNumbers,
    specialties: served[0].listSpecialties().value.specialties.map(({ value }) => value),
    languages: served[0].listLanguages().value.languages.map(({ value }) => value),
  };
  return { served, words, clinics: sample.clinics.map(({ id }) => id) };
}

type Ask = (directory: Directory) => Answer<unknown>;

/** Returns what draws a request of a kind. */
function kind<Q extends Query>(
  described: new () => Q,
  parameters: () => Parameters,
  ask: (directory: Directory, query: Q) => Answer<unknown>,
): () => Ask {
  const reader = new QueryReader(described);
  return () => {
    const query = reader.read(parameters());
    return (directory) => ask(directory, query);
  };
}

const doctorsBy = (parameters: () => Parameters) =>
  kind(DoctorQuery, parameters, (directory, query) => directory.listDoctors(query));
const searchBy = (parameters: () => Parameters) =>
  kind(DoctorSearchQuery, parameters, (directory, query) => directory.searchDoctors(query));
const clinicsBy = (parameters: () => Parameters) =>
  kind(ClinicQuery, parameters, (directory, query) => directory.listClinics(query));
const specialistsBy = (parameters: () => Parameters) =>
  kind(SpecialistQuery, parameters, (directory, query) => directory.listSpecialists(query));
const facetsBy = (parameters: () => Parameters) =>
  kind(FacetQuery, parameters, (directory, query) => directory.getFacets(query));

const { served, words, clinics } = await directories();
/** As in the benchmark: without ids, times and types. */
const draw = new RandomQueries(seeded(seed), words);
const drawAny = new RandomQueries(seeded(seed), { ...words, clinics });
const random = seeded(seed + 1);
type Places = Pick<typeof import('@care-atlas/domain/places'), 'resolvePlace'>;
const readers = await Promise.all(
  CLONES.map((clone) => import(`${clone}/libs/domain/src/places/index.ts`) as Promise<Places>),
);
/** The places that both know. */
const texts = [...NAMED_PLACES.keys()].filter((text) =>
  readers.every(({ resolvePlace }) => resolvePlace(text).by === 'place'),
);
const places = { names: texts, areas: texts.filter((text) => NAMED_PLACES.get(text)!.postal_areas !== '') };
const anywhere = ({ lat: _lat, lng: _lng, ...others }: Parameters) => others;
const somewhere = (parameters: Parameters) => ({
  ...parameters,
  lat: (43.4 + random.unit() * 0.6).toFixed(5),
  lng: (-79.8 + random.unit() * 0.9).toFixed(5),
});

const KINDS: Readonly<Record<string, () => Ask>> = {
  doctors: doctorsBy(() => draw.doctors()),
  'doctors, any filter': doctorsBy(() => drawAny.placed(drawAny.doctors(), places, ['years'])),
  'doctors by name': searchBy(() => ({ q: draw.search()['q']! })),
  'doctors by name and any filter': searchBy(() => drawAny.search()),
  clinics: clinicsBy(() => anywhere(draw.clinics())),
  'clinics, nearest first': clinicsBy(() => somewhere(draw.clinics())),
  'clinics, any filter': clinicsBy(() => drawAny.placed(drawAny.clinics(), places, [])),
  specialists: specialistsBy(() => draw.specialists()),
  facets: facetsBy(() => ({ ...draw.doctors(), by: 'language,gender' })),
};

/** What one read model took for a kind of requests. */
interface Took {
  /** Microseconds of the processor, and the number of answers: others may use the machine, too. */
  processor: number;
  answers: number;
  longest: number;
}

function answer(directory: Directory, asked: readonly Ask[], took: Took): readonly Answer<unknown>[] {
  const times: number[] = [];
  const used = process.threadCpuUsage();
  const answers = asked.map((ask) => {
    const begun = performance.now();
    const answered = ask(directory);
    times.push((performance.now() - begun) * 1000);
    return answered;
  });
  const { user, system } = process.threadCpuUsage(used);
  took.processor += user + system;
  took.answers += asked.length;
  took.longest = Math.max(took.longest, ...times);
  return answers;
}

const kinds = Object.entries(KINDS).map(([name, drawn]) => {
  const took: [Took, Took] = [
    { processor: 0, answers: 0, longest: 0 },
    { processor: 0, answers: 0, longest: 0 },
  ];
  return { name, drawn, took };
});
const turns = Math.ceil(queries / TURN / kinds.length);
for (let turn = 0; turn < turns; turn++) {
  if (turn === Math.floor(turns * WARM_UP))
    for (const { took } of kinds) for (const each of took) Object.assign(each, { processor: 0, answers: 0 });
  // What a read model keeps for a date must not outlive the date.
  if (turn % Math.ceil(turns / 4) === 0) now = new Date(now.getTime() + DAY_MS);
  for (const { name, drawn, took } of kinds) {
    const asked = Array.from({ length: TURN }, drawn);
    const answers: (readonly Answer<unknown>[])[] = [];
    for (const i of turn % 2 === 0 ? [0, 1] : [1, 0]) answers[i] = answer(served[i]!, asked, took[i]!);
    if (values['times-only']) continue;
    answers[0]!.forEach(({ text }, i) => {
      const other = answers[1]![i]!.text;
      if (text !== other) throw new Error(`Answers differ: ${name}\n${text}\n${other}`);
    });
  }
}

const compared = `${turns * TURN * kinds.length} answers about ${doctors} doctors`;
console.log(`${compared} are ${values['times-only'] ? 'timed' : 'equal to the byte'}.`);
console.log('request | this, µs | other, µs | this of other | longest of each, ms');
for (const { name, took } of kinds) {
  const [mine, others] = took.map((each) => each.processor / each.answers) as [number, number];
  const longest = took.map((each) => (each.longest / 1000).toFixed(1));
  const figures = [mine.toFixed(1), others.toFixed(1), (mine / others).toFixed(2), longest.join(' and ')];
  console.log([name, ...figures].join(' | '));
}
