// A server that answers every request with 200, and ends with the process that started it.
import { createServer } from 'node:http';

const server = createServer((_request, response) => response.end());
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
