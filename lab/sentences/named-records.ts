import { Directory } from '@care-atlas/domain/directory';
import { buildReadModel } from '@care-atlas/domain/read-model';
import { sampleDirectory } from '../../tools/src/sample/sample-directory.js';

const NOW = new Date('2026-11-20T15:27:31Z');
const sample = sampleDirectory({ doctors: 6_000, now: NOW });
const doctors = [...sample.doctors()].map((doctor) => ({ ...doctor, syncedAt: NOW }));
export const SAMPLE_MODEL = buildReadModel({ version: 'sample', syncedAt: NOW }, {
  clinics: sample.clinics,
  doctors,
  services: [...sample.services()],
  reviews: [],
} as never);

/** The sample of 6,000 doctors. */
export const SAMPLE = new Directory(
  () => SAMPLE_MODEL,
  () => NOW,
);

type Frame = (name: string) => string;

/** What people ask of somebody or something by name. */
const FRAMES: readonly Frame[] = [
  (name) => name,
  (name) => `phone number of ${name}`,
  (name) => `is ${name} open on Saturday`,
  (name) => `where is ${name}?`,
  (name) => `reviews of ${name}`,
  (name) => `does ${name} accept new patients`,
  (name) => `I need an appointment with ${name}`,
  (name) => `how do I get to ${name}`,
  (name) => `numéro de ${name}`,
  (name) => `est-ce que ${name} est ouvert le samedi`,
  (name) => `où est ${name}?`,
  (name) => `avis sur ${name}`,
  (name) => `${name} accepte de nouveaux patients`,
  (name) => `je voudrais un rendez-vous avec ${name}`,
  (name) => `comment joindre ${name}`,
  (name) => `bonjour, ${name} svp`,
];

const CLINICS = 300;
const DOCTORS = 1_200;
const clinics = some(sample.clinics, CLINICS);
const people = some(
  doctors.filter(({ expiredAt }) => !expiredAt),
  DOCTORS,
);

/** Every few records, so that they are of all kinds. */
function some<T>(all: readonly T[], count: number): readonly T[] {
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, at) => all[Math.floor((at * all.length) / count)]!,
  );
}

/** How many questions named a record, and those that did not find it. */
export interface Recall {
  readonly asked: number;
  readonly missed: readonly string[];
}

/** Asks for clinics and doctors by name, each in every sentence of two languages. */
export function recallOfNames(): Readonly<Record<'clinics' | 'doctors', Recall>> {
  return {
    clinics: recalled(
      clinics,
      ({ name }) => name.replace(' (sample)', ''),
      ({ id }, q) => namedClinics(q).includes(id),
    ),
    doctors: recalled(
      people,
      ({ name }) => name,
      ({ registrationNumber }, q) => namedDoctors(q).includes(registrationNumber),
    ),
  };
}

function recalled<T>(
  records: readonly T[],
  nameOf: (record: T) => string,
  finds: (record: T, q: string) => boolean,
): Recall {
  const asked = records.flatMap((record) => FRAMES.map((frame) => ({ record, q: frame(nameOf(record)) })));
  return {
    asked: asked.length,
    missed: asked.filter(({ record, q }) => !finds(record, q)).map(({ q }) => q),
  };
}

function namedClinics(q: string): readonly string[] {
  return (SAMPLE.readQuestion({ q }).value.clinics ?? []).map(({ id }) => id);
}

/** Returns the first doctors of the list that a question is read as, if it names one. */
function namedDoctors(question: string): readonly string[] {
  const { q, match } = SAMPLE.readQuestion({ q: question }).value.values;
  if (q === undefined) return [];
  const query = match === undefined ? { q } : { q, match: 'forgiving' as const };
  return SAMPLE.listDoctors({ ...query, limit: 10 }).value.doctors.map(({ cpsoNumber }) => cpsoNumber);
}
