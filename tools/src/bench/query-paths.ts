import { RandomQueries, seeded, type Vocabulary } from '../random-query.js';

const QUERIES = 24_000;

/** Different random requests of GET /doctors, as paths, in the words of the directory that a service serves. */
export async function queryPaths(get: (path: string) => Promise<string>): Promise<string[]> {
  const words = await vocabulary(get);
  const queries = new RandomQueries(seeded(1), words);
  const paths = new Set<string>();
  while (paths.size < QUERIES)
    paths.add(`/api/v1/doctors?${new URLSearchParams(queries.doctors()).toString()}`);
  return [...paths];
}

async function vocabulary(get: (path: string) => Promise<string>): Promise<Vocabulary> {
  const values = async (kind: 'specialties' | 'languages') => {
    const answer = JSON.parse(await get(`/api/v1/metadata/${kind}`)) as Record<string, { value: string }[]>;
    return answer[kind]!.map(({ value }) => value);
  };
  return {
    specialties: await values('specialties'),
    languages: await values('languages'),
    names: [],
    registrationNumbers: [],
  };
}
