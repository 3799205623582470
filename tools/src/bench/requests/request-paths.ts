import { type Parameters, RandomQueries, seeded, type Vocabulary } from '../../queries/random-query.js';

/** Number of different requests of each kind. */
export const REQUEST_COUNT = 24_000;
const PAGE = 100;
const SHORTEST_NAME = 3;

interface RequestKind {
  readonly path: string;
  readonly parameters: (queries: RandomQueries) => Parameters;
}

/** The lists that are requested with random parameters. */
export const REQUEST_KINDS = {
  'GET /doctors': { path: '/doctors', parameters: (queries) => queries.doctors() },
  'GET /doctors/search': { path: '/doctors/search', parameters: (queries) => queries.search() },
  'GET /clinics': {
    path: '/clinics',
    parameters: (queries) => {
      const { lat: _lat, lng: _lng, ...others } = queries.clinics();
      return others;
    },
  },
  'GET /clinics by distance': {
    path: '/clinics',
    parameters: (queries) => {
      for (;;) {
        const parameters = queries.clinics();
        if (parameters['lat'] !== undefined) return parameters;
      }
    },
  },
  'GET /specialists': { path: '/specialists', parameters: (queries) => queries.specialists() },
} as const satisfies Record<string, RequestKind>;

export type RequestName = keyof typeof REQUEST_KINDS;

/** Returns different random requests of a kind, as paths with queries; the same ones for the same directory. */
export function requestPaths(name: RequestName, words: Vocabulary): string[] {
  const { path, parameters } = REQUEST_KINDS[name];
  const queries = new RandomQueries(seeded(1), words);
  const paths = new Set<string>();
  while (paths.size < REQUEST_COUNT)
    paths.add(`/api/v1${path}?${new URLSearchParams(parameters(queries)).toString()}`);
  return [...paths];
}

interface DoctorPage {
  readonly total: number;
  readonly doctors: readonly { readonly name: string; readonly cpsoNumber: string }[];
}

/**
 * Reads the vocabulary of the directory that a service serves.
 * @param get reads a path of the API
 */
export async function vocabularyOf(get: (path: string) => Promise<string>): Promise<Vocabulary> {
  const values = async (kind: 'specialties' | 'languages') => {
    const answer = JSON.parse(await get(`/api/v1/metadata/${kind}`)) as Record<string, { value: string }[]>;
    return answer[kind]!.map(({ value }) => value);
  };
  const names = new Set<string>();
  const registrationNumbers: string[] = [];
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = JSON.parse(await get(`/api/v1/doctors?limit=${PAGE}&offset=${offset}`)) as DoctorPage;
    total = Math.min(page.total, REQUEST_COUNT);
    for (const { name, cpsoNumber } of page.doctors) {
      registrationNumbers.push(cpsoNumber);
      for (const word of name.split(' ')) if (word.length >= SHORTEST_NAME) names.add(word);
    }
  }
  return {
    specialties: await values('specialties'),
    languages: await values('languages'),
    names: [...names],
    registrationNumbers,
  };
}
