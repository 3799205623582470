import { createServer } from 'node:http';

// The limit of what a server on Node can do: constant bytes, nothing read, nothing decided.
// node constant-server.js PORT BYTES
const [port = '0', bytes = '0'] = process.argv.slice(2);
const body = Buffer.alloc(Number(bytes), 'a');
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };
createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(
  Number(port),
  '127.0.0.1',
  () => process.send?.('ready'),
);
process.once('disconnect', () => process.exit());
