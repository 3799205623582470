import type { HttpRequest } from '../http-request.js';
import { parametersOf, type Question } from '../question.js';

/** A page of an answer, as far as two servers can be compared by it. */
export interface PeerPage {
  readonly total: number;
  /** Registration numbers, in order. */
  readonly numbers: readonly string[];
}

/** What somebody might put on the same tables instead. */
export interface Peer {
  readonly name: string;
  readonly request: (question: Question) => HttpRequest;
  /** What an answer's JSON says. */
  readonly read: (answer: unknown) => PeerPage;
}

interface DoctorsAndTotal {
  readonly doctors: readonly { readonly registrationNumber: string }[];
  readonly total: number;
}

interface GraphqlAnswer<T> {
  readonly data: T;
}

/** What is read of each doctor: what our own lists show. */
const fields = (
  id: string,
  clinic: string,
) => `${id} registrationNumber name gender years specialties languages
      syncedAt ${clinic} { ${id} name address lat lng phone accepting }`;
const PLAIN = (answer: unknown): PeerPage => {
  const { doctors, total } = answer as DoctorsAndTotal;
  return { total, numbers: doctors.map(({ registrationNumber }) => registrationNumber) };
};

/** Our own two servers, which speak plain HTTP. */
export const plainPeer = (name: string): Peer => ({
  name,
  request: (question) => ({ path: `/doctors?${parametersOf(question).toString()}` }),
  read: PLAIN,
});

export const POSTGRAPHILE: Peer = {
  name: 'PostGraphile',
  request: (question) =>
    graphql(
      `query ($filter: DoctorFilter) {
  allDoctors(first: 25, orderBy: [PRIMARY_KEY_ASC], filter: $filter) {
    totalCount
    nodes { ${fields('rowId', 'clinicByClinicId')} }
  }
}`,
      {
        filter: conditions(question, {
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
  request: (question) =>
    graphql(
      `query ($where: DoctorWhereArguments) {
  doctors(limit: 25, orderBy: [{ field: id, direction: ASC }], where: $where) { ${fields('id', 'clinic')} }
  countDoctors(where: $where) { total }
}`,
      { where: conditions(question, { equals: 'eq', least: 'gte', most: 'lte' }) },
    ),
  read: (answer) => {
    const { doctors, countDoctors } = (
      answer as GraphqlAnswer<{ doctors: DoctorsAndTotal['doctors']; countDoctors: { total: number } }>
    ).data;
    return PLAIN({ doctors, total: countDoctors.total });
  },
};

/** A fixed document: both products parse and plan it once. */
function graphql(query: string, variables: object): HttpRequest {
  return { method: 'POST', path: '/graphql', body: { query, variables } };
}

/** What the comparisons are called where a filter is asked in GraphQL. */
interface Operators {
  readonly equals: string;
  readonly least: string;
  readonly most: string;
}

/** None at all for a question without filters: not every product takes an empty one. */
function conditions(
  question: Question,
  { equals, least, most }: Operators,
): Record<string, object> | undefined {
  const { specialties, languages, gender, minYears, maxYears, flags } = question;
  const asked = {
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
  return Object.keys(asked).length > 0 ? asked : undefined;
}
