import { createServer } from 'node:http';

// The fastest possible server on Node: constant bytes, and the request is not read.
// node node-http.js BYTES, with PORT
const body = Buffer.alloc(Number(process.argv[2]), 'a');
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };
createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(
  Number(process.env['PORT']),
  '127.0.0.1',
  () => process.send?.('ready'),
);
process.once('disconnect', () => process.exit());
