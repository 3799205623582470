// Runs in its own process: Jest's sandbox lacks the API that the provider's guard uses.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OAuthRepository } from '@care-atlas/data/oauth';
import { openDatabase } from '@care-atlas/data/connection';
import { authorizationServer } from '../../src/oauth/authorization-server.js';
import { fetchGuarded } from '../../src/oauth/clients/client-document.js';
import { OAuthSecret } from '../../src/oauth/oauth-secret.js';

let requests = 0;
const internal = createServer((_request, response) => {
  requests++;
  response.end('{}');
}).listen(0, '127.0.0.1');
internal.once('listening', () => void probe());

async function probe(): Promise<void> {
  const address = `http://127.0.0.1:${(internal.address() as AddressInfo).port}/`;
  const database = await openDatabase(process.argv[2]!);
  const provider = authorizationServer({
    issuer: 'https://connector.example',
    resource: 'https://connector.example/mcp',
    records: new OAuthRepository(database),
    secret: new OAuthSecret('a secret of a test that guards nothing'),
    maxClients: 1,
    // As if a public name resolved to an internal address.
    fetchDocument: (_url, options) => fetchGuarded(address, options),
    onError: () => undefined,
  });
  const found = await provider.Client.find('https://client.example/metadata').catch(() => 'refused');
  console.log(JSON.stringify({ found, requests }));
  await database.close();
  internal.close();
}
