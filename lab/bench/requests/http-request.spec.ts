import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { keyed, rawRequest } from './http-request.js';

/** What a real server understands of a request as it goes over the wire. */
async function understood(raw: string): Promise<{ request: IncomingMessage; body: string }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  try {
    socket.write(raw);
    const [request] = (await once(server, 'request')) as [IncomingMessage];
    return { request, body: await text(request) };
  } finally {
    socket.destroy();
    server.close();
  }
}

describe('a raw request', () => {
  it('is a GET with its headers', async () => {
    const [asked] = keyed(['/api/v1/doctors?languages=Tamil'], 'some-key');
    const { request, body } = await understood(rawRequest(asked!));
    expect(request).toMatchObject({ method: 'GET', url: '/api/v1/doctors?languages=Tamil' });
    expect(request.headers.authorization).toBe('Bearer some-key');
    expect(body).toBe('');
  });

  it('is a POST with JSON, whose length is counted in bytes', async () => {
    const { request, body } = await understood(
      rawRequest({ method: 'POST', path: '/mcp', body: { name: 'Élodie' } }),
    );
    expect(request.headers['content-type']).toBe('application/json');
    expect(JSON.parse(body)).toEqual({ name: 'Élodie' });
  });
});
