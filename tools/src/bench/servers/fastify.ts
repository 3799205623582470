import Fastify from 'fastify';

// Answers with constant text, behind Fastify's router.
// node fastify.js BYTES, with PORT
const body = 'a'.repeat(Number(process.argv[2]));
const server = Fastify();
server.get('/api/v1/doctors', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.send?.('ready');
process.once('disconnect', () => process.exit());
