import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { countEqualAnswers, type PeerServer } from './agreement.js';
import type { PeerPage } from './peer.js';

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

/** A server that answers the filter in its path. */
async function serving(answer: (filter: string) => PeerPage): Promise<PeerServer<string>> {
  const server = createServer((request, response) =>
    response.end(JSON.stringify(answer(request.url!.slice(1)))),
  );
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    request: (filter) => ({ path: `/${filter}` }),
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
  expect(await countEqualAnswers(['same', 'order', 'total'], one, other)).toBe(1);
});
