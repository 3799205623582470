import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DoctorFilter } from './requests/doctor-filter.js';
import { countEqualAnswers, type PeerPage, type PeerServer, POSTGRAPHILE } from './peer.js';

const variables = (peer: typeof POSTGRAPHILE, filter: DoctorFilter) =>
  (peer.request(filter).body as { variables: unknown }).variables;

describe('a filter in GraphQL', () => {
  const filter: DoctorFilter = {
    specialties: ['Cardiology'],
    gender: 'female',
    minYears: 5,
    flags: ['accepting', 'nearTTC'],
  };

  it('has the operators of PostGraphile', () => {
    expect(variables(POSTGRAPHILE, filter)).toEqual({
      filter: {
        specialties: { overlaps: ['Cardiology'] },
        gender: { equalTo: 'female' },
        years: { greaterThanOrEqualTo: 5 },
        accepting: { equalTo: true },
        nearSubway: { equalTo: true },
      },
    });
  });

  it('has a range of years', () => {
    expect(variables(POSTGRAPHILE, { maxYears: 30, minYears: 5, flags: [] })).toEqual({
      filter: { years: { greaterThanOrEqualTo: 5, lessThanOrEqualTo: 30 } },
    });
  });

  it('without filters has none', () => {
    expect(JSON.stringify(variables(POSTGRAPHILE, { flags: [] }))).toBe('{}');
  });
});

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

/** A server that answers the filter in its path. */
async function serving(answer: (filter: string) => PeerPage): Promise<PeerServer> {
  const server = createServer((request, response) =>
    response.end(JSON.stringify(answer(request.url!.slice(1)))),
  );
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    request: ({ gender }) => ({ path: `/${gender}` }),
    read: (page) => page as PeerPage,
  };
}

it('counts the filters with the same total and the same doctors in the same order', async () => {
  const pages: Record<string, PeerPage> = {
    same: { total: 2, numbers: ['1', '2'] },
    order: { total: 2, numbers: ['2', '1'] },
    total: { total: 3, numbers: ['1', '2'] },
  };
  const one = await serving(() => pages['same']!);
  const other = await serving((filter) => pages[filter]!);
  const filters = Object.keys(pages).map((gender): DoctorFilter => ({ gender, flags: [] }));
  expect(await countEqualAnswers(filters, one, other)).toBe(1);
});
