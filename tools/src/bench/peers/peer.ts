import { join } from 'node:path';
import { bodyOf, type HttpRequest } from '../requests/http-request.js';
import { PEERS } from './install.js';
import { type DoctorFilter, parametersOf } from '../requests/doctor-filter.js';

/** The part of an answer by which servers are compared. */
export interface PeerPage {
  readonly total: number;
  /** Registration numbers, in order. */
  readonly numbers: readonly string[];
}

/** An alternative: a server over the same tables. */
export interface Peer {
  readonly name: string;
  /** Its program. */
  readonly file: string;
  /** Whether it is a product, which is installed from `tools/peers`. */
  readonly installed: boolean;
  readonly request: (filter: DoctorFilter) => HttpRequest;
  /** Reads the JSON of an answer. */
  readonly read: (answer: unknown) => PeerPage;
}

/** A running server with its port. */
export type PeerServer = Pick<Peer, 'request' | 'read'> & { readonly port: number };

/** Counts the filters to which two servers give the same total and the same page in the same order. */
export async function countEqualAnswers(
  filters: readonly DoctorFilter[],
  one: PeerServer,
  other: PeerServer,
): Promise<number> {
  const page = async ({ port, request, read }: PeerServer, filter: DoctorFilter) =>
    JSON.stringify(read(JSON.parse(await bodyOf(port, request(filter)))));
  let equal = 0;
  for (const filter of filters) if ((await page(one, filter)) === (await page(other, filter))) equal++;
  return equal;
}

interface DoctorsAndTotal {
  readonly doctors: readonly { readonly registrationNumber: string }[];
  readonly total: number;
}

interface GraphqlAnswer<T> {
  readonly data: T;
}

/** The fields of each doctor: those of the product's lists. */
const fields = (
  id: string,
  clinic: string,
) => `${id} registrationNumber name gender years specialties languages
      syncedAt ${clinic} { ${id} name address lat lng phone accepting }`;
const PLAIN = (answer: unknown): PeerPage => {
  const { doctors, total } = answer as DoctorsAndTotal;
  return { total, numbers: doctors.map(({ registrationNumber }) => registrationNumber) };
};

/** A server of this benchmark, which speaks plain HTTP. */
const plainPeer = (name: string, file: string): Peer => ({
  name,
  file: join(import.meta.dirname, '../servers', file),
  installed: false,
  request: (filter) => ({ path: `/doctors?${parametersOf(filter).toString()}` }),
  read: PLAIN,
});

export const POSTGRAPHILE: Peer = {
  name: 'PostGraphile',
  file: join(PEERS, 'postgraphile.mjs'),
  installed: true,
  request: (filter) =>
    graphql(
      `query ($filter: DoctorFilter) {
  allDoctors(first: 25, orderBy: [PRIMARY_KEY_ASC], filter: $filter) {
    totalCount
    nodes { ${fields('rowId', 'clinicByClinicId')} }
  }
}`,
      {
        filter: conditionsOf(filter, {
          equals: 'equalTo',
          least: 'greaterThanOrEqualTo',
          most: 'lessThanOrEqualTo',
        }),
      },
    ),
  read: (answer) => {
    const { totalCount, nodes } = (
      answer as GraphqlAnswer<{ allDoctors: { totalCount: number; nodes: DoctorsAndTotal['doctors'] } }>
    ).data.allDoctors;
    return { total: totalCount, numbers: nodes.map(({ registrationNumber }) => registrationNumber) };
  },
};

export const PLATFORMATIC: Peer = {
  name: 'Platformatic DB',
  file: join(PEERS, 'platformatic.mjs'),
  installed: true,
  request: (filter) =>
    graphql(
      `query ($where: DoctorWhereArguments) {
  doctors(limit: 25, orderBy: [{ field: id, direction: ASC }], where: $where) { ${fields('id', 'clinic')} }
  countDoctors(where: $where) { total }
}`,
      { where: conditionsOf(filter, { equals: 'eq', least: 'gte', most: 'lte' }) },
    ),
  read: (answer) => {
    const { doctors, countDoctors } = (
      answer as GraphqlAnswer<{ doctors: DoctorsAndTotal['doctors']; countDoctors: { total: number } }>
    ).data;
    return PLAIN({ doctors, total: countDoctors.total });
  },
};

/** The alternatives, in the order of their start. */
export const ALTERNATIVE_SERVERS: readonly Peer[] = [
  plainPeer('Fastify, tuned SQL per request', 'sql-server.js'),
  plainPeer('Fastify, TypeORM query builder', 'typeorm-server.js'),
  POSTGRAPHILE,
  PLATFORMATIC,
];

/** The query text never changes, so that a product parses and plans it once. */
function graphql(query: string, variables: object): HttpRequest {
  return { method: 'POST', path: '/graphql', body: { query, variables } };
}

/** A product's names of comparisons. */
interface Operators {
  readonly equals: string;
  readonly least: string;
  readonly most: string;
}

/** Returns undefined for an empty filter, because not every product accepts an empty one. */
function conditionsOf(
  filter: DoctorFilter,
  { equals, least, most }: Operators,
): Record<string, object> | undefined {
  const { specialties, languages, gender, minYears, maxYears, flags } = filter;
  const conditions = {
    ...(specialties && { specialties: { overlaps: specialties } }),
    ...(languages && { languages: { overlaps: languages } }),
    ...(gender !== undefined && { gender: { [equals]: gender } }),
    ...((minYears !== undefined || maxYears !== undefined) && {
      years: {
        ...(minYears !== undefined && { [least]: minYears }),
        ...(maxYears !== undefined && { [most]: maxYears }),
      },
    }),
    ...Object.fromEntries(
      flags.map((flag) => [flag === 'nearTTC' ? 'nearSubway' : flag, { [equals]: true }]),
    ),
  };
  return Object.keys(conditions).length > 0 ? conditions : undefined;
}
