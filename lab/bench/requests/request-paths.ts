import { withClient } from '../bench-directory.js';
import {
  type Parameters,
  RandomQueries,
  seeded,
  type Vocabulary,
} from '../../../tools/src/queries/random-query.js';

/** Number of different requests of each kind. */
export const REQUEST_COUNT = 24_000;
const SHORTEST_NAME = 3;

type RequestKind = (queries: RandomQueries) => readonly [path: string, parameters: Parameters];

/** The lists that are requested with random parameters. */
const REQUEST_KINDS = {
  'GET /doctors': (queries) => ['/doctors', queries.doctors()],
  'GET /doctors/search': (queries) => ['/doctors/search', queries.search()],
  'GET /clinics': (queries) => {
    const { lat: _lat, lng: _lng, ...others } = queries.clinics();
    return ['/clinics', others];
  },
  'GET /clinics by distance': (queries) => {
    let parameters = queries.clinics();
    while (parameters['lat'] === undefined) parameters = queries.clinics();
    return ['/clinics', parameters];
  },
  'GET /specialists': (queries) => ['/specialists', queries.specialists()],
} as const satisfies Record<string, RequestKind>;

export type RequestName = keyof typeof REQUEST_KINDS;
export const REQUEST_NAMES = Object.keys(REQUEST_KINDS) as RequestName[];

/** Returns different random requests of a kind, as paths with queries; the same ones for the same directory. */
export function requestPaths(name: RequestName, words: Vocabulary): string[] {
  const queries = new RandomQueries(seeded(1), words);
  const paths = new Set<string>();
  while (paths.size < REQUEST_COUNT) {
    const [path, parameters] = REQUEST_KINDS[name](queries);
    paths.add(`/api/v1${path}?${new URLSearchParams(parameters).toString()}`);
  }
  return [...paths];
}

/** Reads the vocabulary of the directory in a database: values that doctors have, and doctors in the order of names. */
export function vocabularyOf(databaseUrl: string): Promise<Vocabulary> {
  return withClient(databaseUrl, async (client) => {
    const column = async (sql: string) =>
      (await client.query<{ value: string }>(sql)).rows.map(({ value }) => value);
    const values = (kind: 'specialty' | 'language') =>
      column(`select name as value from ${kind} v
        where exists (select from doctor_${kind} where ${kind}_id = v.id) order by name`);
    const doctors = (name: string) =>
      column(`select ${name} as value from doctor where expired_at is null
        order by search_name collate "C", registration_number collate "C" limit ${REQUEST_COUNT}`);
    const words = (await doctors('name')).flatMap((name) => name.split(' '));
    return {
      specialties: await values('specialty'),
      languages: await values('language'),
      names: [...new Set(words.filter(({ length }) => length >= SHORTEST_NAME))],
      registrationNumbers: await doctors('registration_number'),
    };
  });
}
