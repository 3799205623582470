import { createServer } from 'node:http';
import { loadReadModel } from '@care-atlas/data/directory';
import { DoctorQuery, QueryReader } from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import { parse } from 'fast-querystring';

// Answers from the directory alone: no framework, no key, no limits.
// node directory.js, with PORT and DATABASE_URL
const model = await loadReadModel(process.env['DATABASE_URL']!);
const directory = new Directory(
  () => model,
  () => new Date(),
);
const reader = new QueryReader(DoctorQuery);
createServer(({ url = '' }, response) => {
  const { content } = directory.listDoctors(reader.read(parse(url.slice(url.indexOf('?') + 1))));
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': content.length };
  response.writeHead(200, headers).end(content);
}).listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'));
process.once('disconnect', () => process.exit());
