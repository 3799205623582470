import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PEERS } from './install-peers.js';
import { type DoctorFilter, parametersOf } from './requests/doctor-filter.js';
import { bodyOf, type HttpRequest } from './requests/http-request.js';

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
  /** Whether it is a product, which is installed from `lab/bench/peers`. */
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

type Doctors = readonly { readonly registrationNumber: string }[];

const pageOf = (doctors: Doctors, total: number): PeerPage => ({
  total,
  numbers: doctors.map(({ registrationNumber }) => registrationNumber),
});

/** The product itself, as an alternative to the others. */
export const ownPeer = (key: string): Pick<Peer, 'request' | 'read'> => ({
  request: (filter) => ({
    path: `/api/v1/doctors?${parametersOf(filter).toString()}`,
    headers: { Authorization: `Bearer ${key}` },
  }),
  read: (answer) => {
    const { total, doctors } = answer as { total: number; doctors: { cpsoNumber: string }[] };
    return { total, numbers: doctors.map(({ cpsoNumber }) => cpsoNumber) };
  },
});

const TUNED_SQL: Peer = {
  name: 'Fastify, tuned SQL per request',
  file: join(import.meta.dirname, 'servers/sql-server.ts'),
  installed: false,
  request: (filter) => ({ path: `/doctors?filter=${encodeURIComponent(JSON.stringify(filter))}` }),
  read: (answer) => {
    const { doctors, total } = answer as { doctors: Doctors; total: number };
    return pageOf(doctors, total);
  },
};

const QUERY = readFileSync(join(PEERS, 'postgraphile.graphql'), 'utf8');

export const POSTGRAPHILE: Peer = {
  name: 'PostGraphile',
  file: join(PEERS, 'postgraphile.mjs'),
  installed: true,
  request: (filter) => ({
    method: 'POST',
    path: '/graphql',
    // The query text never changes, so that the product parses and plans it once.
    body: { query: QUERY, variables: { filter: conditionsOf(filter) } },
  }),
  read: (answer) => {
    const { data } = answer as { data: { allDoctors: { totalCount: number; nodes: Doctors } } };
    return pageOf(data.allDoctors.nodes, data.allDoctors.totalCount);
  },
};

/** The alternatives, in the order of their start. */
export const ALTERNATIVE_SERVERS: readonly Peer[] = [TUNED_SQL, POSTGRAPHILE];

/** Returns undefined for an empty filter, which the product rejects. */
function conditionsOf(filter: DoctorFilter): Record<string, object> | undefined {
  const { specialties, languages, gender, minYears, maxYears, flags } = filter;
  const years = {
    ...(minYears !== undefined && { greaterThanOrEqualTo: minYears }),
    ...(maxYears !== undefined && { lessThanOrEqualTo: maxYears }),
  };
  const conditions = {
    ...(specialties && { specialties: { overlaps: specialties } }),
    ...(languages && { languages: { overlaps: languages } }),
    ...(gender !== undefined && { gender: { equalTo: gender } }),
    ...(Object.keys(years).length > 0 && { years }),
    ...Object.fromEntries(flags.map((flag) => [flag === 'nearTTC' ? 'nearSubway' : flag, { equalTo: true }])),
  };
  return Object.keys(conditions).length > 0 ? conditions : undefined;
}
