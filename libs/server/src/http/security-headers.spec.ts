import helmet from '@fastify/helmet';
import { fastify } from 'fastify';
import { securityHeaders } from './security-headers.js';

/** The headers that the plugin sets on answers that are not pages. */
async function pluginHeaders(secure: boolean): Promise<object> {
  const server = fastify();
  await server.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    strictTransportSecurity: secure,
  });
  server.get('/', (_request, reply) => reply.send());
  const { headers } = await server.inject('/');
  await server.close();
  const { 'content-length': _length, date: _date, connection: _connection, ...set } = headers;
  return set;
}

it.each([
  ['https://api.example', true],
  ['http://localhost:3000', false],
])('%s has the headers that the plugin sets', async (publicUrl, secure) => {
  expect(securityHeaders(publicUrl)).toEqual(await pluginHeaders(secure));
});
