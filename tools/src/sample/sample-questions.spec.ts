import { Directory } from '@care-atlas/domain/directory';
import { buildReadModel } from '@care-atlas/domain/read-model';
import { sampleDirectory } from './sample-directory.js';

const NOW = new Date('2026-11-20T15:27:31Z');
const NAMES = 1_500;
/** The least share of names that are found. */
const LEAST = 0.99;
const sample = sampleDirectory({ doctors: 6_000, now: NOW });
const doctors = [...sample.doctors()].map((doctor) => ({ ...doctor, syncedAt: NOW }));
const model = buildReadModel({ version: 'sample', syncedAt: NOW }, {
  clinics: sample.clinics,
  doctors,
  services: [...sample.services()],
  reviews: [],
} as never);
const directory = new Directory(
  () => model,
  () => NOW,
);

/** What people ask of somebody or something by name. */
const FRAMES = [
  (name: string) => name,
  (name: string) => `phone number of ${name}`,
  (name: string) => `is ${name} open on Saturday`,
  (name: string) => `where is ${name}?`,
  (name: string) => `reviews of ${name}`,
  (name: string) => `does ${name} accept new patients`,
  (name: string) => `I need an appointment with ${name}`,
  (name: string) => `how do I get to ${name}`,
  (name: string) => `${name}?`,
  (name: string) => `numéro de ${name}`,
  (name: string) => `est-ce que ${name} est ouvert le samedi`,
  (name: string) => `où est ${name}?`,
  (name: string) => `avis sur ${name}`,
  (name: string) => `${name} accepte de nouveaux patients`,
  (name: string) => `je voudrais un rendez-vous avec ${name}`,
  (name: string) => `comment joindre ${name}`,
];

/** Every few records, so that they are of all kinds. */
function some<T>(all: readonly T[], count: number): readonly T[] {
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]!);
}

const clinics = some(sample.clinics, NAMES / 2);
const people = some(
  doctors.filter(({ expiredAt }) => !expiredAt),
  NAMES / 2,
);
const bareName = (name: string) => name.replace(' (sample)', '');

/** Returns the questions that do not find the record that they name. */
function missed(frameOf: (at: number) => (name: string) => string): readonly string[] {
  const ofClinics = clinics.map(({ id, name }, at) => ({ id, q: frameOf(at)(bareName(name)) }));
  const ofPeople = people.map(({ registrationNumber: id, name }, at) => ({ id, q: frameOf(at)(name) }));
  return [
    ...ofClinics.filter(({ id, q }) => !namedClinics(q).includes(id)),
    ...ofPeople.filter(({ id, q }) => !namedDoctors(q).includes(id)),
  ].map(({ q }) => q);
}

function namedClinics(q: string): readonly string[] {
  return (directory.readQuestion({ q }).value.clinics ?? []).map(({ id }) => id);
}

/** Returns the first doctors of the list that a question is read as, if it names one. */
function namedDoctors(question: string): readonly string[] {
  const { q, match } = directory.readQuestion({ q: question }).value.values;
  if (q === undefined) return [];
  const query = match === undefined ? { q } : { q, match: 'forgiving' as const };
  return directory.listDoctors({ ...query, limit: 10 }).value.doctors.map(({ cpsoNumber }) => cpsoNumber);
}

it.each([
  ['English', 0],
  ['French', FRAMES.length / 2],
])('%s sentences find the clinics and doctors that they name', (_, first) => {
  const frames = FRAMES.slice(first, first + FRAMES.length / 2);
  // One frame for each name: all frames of all names take half a minute, and find the same share.
  const notFound = missed((at) => frames[at % frames.length]!);
  expect({ notFound, share: 1 - notFound.length / NAMES >= LEAST }).toMatchObject({ share: true });
});
