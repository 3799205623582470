import Fastify from 'fastify';
import { serveFile, serveTaggedFile } from './served-file.js';

test('a file is sent with its type as it is, its caching and its other headers', async () => {
  const server = Fastify();
  const type = 'application/ai-catalog+json';
  serveFile(server, { path: '/a', type, content: '{}', cache: 'no-cache', headers: { link: '</b>' } });
  let made = 0;
  serveFile(server, { path: '/made', type, content: () => Promise.resolve(String(++made)) });
  const { headers, body } = await server.inject('/a');
  expect(body).toBe('{}');
  expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-cache', link: '</b>' });
  expect([(await server.inject('/made')).body, (await server.inject('/made')).body]).toEqual(['1', '2']);
  await server.close();
});

test('a file with a tag is sent once to a client that keeps it', async () => {
  const server = Fastify();
  serveTaggedFile(server, { path: '/a', type: 'text/javascript', content: 'a()', cache: 'no-cache' });
  const { etag } = (await server.inject('/a')).headers;
  for (const held of [etag!, `"x", W/${etag}`, '*']) {
    const { statusCode, headers, body } = await server.inject({
      url: '/a',
      headers: { 'if-none-match': held },
    });
    expect([statusCode, headers.etag, headers['cache-control'], body]).toEqual([304, etag, 'no-cache', '']);
  }
  const { statusCode, body } = await server.inject({ url: '/a', headers: { 'if-none-match': '"x"' } });
  expect([statusCode, body]).toEqual([200, 'a()']);
  await server.close();
});
