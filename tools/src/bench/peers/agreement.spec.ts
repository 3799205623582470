import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agreement, type Asked } from './agreement.js';
import type { PeerPage } from './peer.js';

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

/** A server that answers the question in its path. */
async function serving(answer: (question: string) => PeerPage): Promise<Asked<string>> {
  const server = createServer((request, response) =>
    response.end(JSON.stringify(answer(request.url!.slice(1)))),
  );
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    request: (question) => ({ path: `/${question}` }),
    read: (page) => page as PeerPage,
  };
}

describe('agreement', () => {
  it('counts the questions with the same total and the same doctors in the same order', async () => {
    const pages: Record<string, PeerPage> = {
      same: { total: 2, numbers: ['1', '2'] },
      order: { total: 2, numbers: ['2', '1'] },
      total: { total: 3, numbers: ['1', '2'] },
    };
    const ours = await serving(() => pages['same']!);
    const theirs = await serving((question) => pages[question]!);
    expect(await agreement(['same', 'order', 'total'], ours, theirs)).toEqual({ asked: 3, alike: 1 });
  });
});
