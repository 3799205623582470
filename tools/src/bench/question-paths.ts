import { type Parameters, RandomQueries, seeded, type Vocabulary } from '../random-query.js';

/** How many different ones are asked of each operation, where there are so many. */
export const QUERIES = 24_000;
const PAGE = 100;
const SHORTEST_NAME = 3;

/** Gives the answer to a GET of a path of the API. */
export type Get = (path: string) => Promise<string>;

/** The words of the directory that a service serves. */
export async function vocabularyOf(get: Get): Promise<Vocabulary> {
  const values = async (kind: 'specialties' | 'languages') => {
    const answer = JSON.parse(await get(`/api/v1/metadata/${kind}`)) as Record<string, { value: string }[]>;
    return answer[kind]!.map(({ value }) => value);
  };
  const names = new Set<string>();
  const registrationNumbers: string[] = [];
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = JSON.parse(await get(`/api/v1/doctors?limit=${PAGE}&offset=${offset}`)) as DoctorPage;
    total = Math.min(page.total, QUERIES);
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

interface DoctorPage {
  readonly total: number;
  readonly doctors: readonly { readonly name: string; readonly cpsoNumber: string }[];
}

/** Invents parameters of each kind of request. */
export const PARAMETERS = {
  doctors: (queries) => queries.doctors(),
  search: (queries) => queries.search(),
  clinics: (queries) => {
    const { lat: _lat, lng: _lng, ...others } = queries.clinics();
    return others;
  },
  nearbyClinics: (queries) => {
    for (;;) {
      const parameters = queries.clinics();
      if (parameters['lat'] !== undefined) return parameters;
    }
  },
  specialists: (queries) => queries.specialists(),
} as const satisfies Record<string, (queries: RandomQueries) => Parameters>;

/** A kind of request that is asked at random. */
export type QuestionKind = keyof typeof PARAMETERS;

const PATHS: Readonly<Record<QuestionKind, string>> = {
  doctors: '/api/v1/doctors',
  search: '/api/v1/doctors/search',
  clinics: '/api/v1/clinics',
  nearbyClinics: '/api/v1/clinics',
  specialists: '/api/v1/specialists',
};

/** So many different random requests of a kind, as paths with their queries: the same for the same directory. */
export function questionPaths(kind: QuestionKind, words: Vocabulary): string[] {
  const queries = new RandomQueries(seeded(1), words);
  const found = new Set<string>();
  while (found.size < QUERIES)
    found.add(`${PATHS[kind]}?${new URLSearchParams(PARAMETERS[kind](queries)).toString()}`);
  return [...found];
}
