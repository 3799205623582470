import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { freePort } from './free-port.js';

it('gives ports that can be listened on, and that no outgoing connection takes', async () => {
  const range = '/proc/sys/net/ipv4/ip_local_port_range';
  // Other systems begin where RFC 6335 does.
  const [firstOutgoing] = (existsSync(range) ? readFileSync(range, 'utf8') : '49152')
    .split(/\s+/)
    .map(Number);
  for (let i = 0; i < 20; i++) {
    const port = await freePort();
    expect(port + 10_000).toBeLessThan(firstOutgoing!);
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    await once(server.close(), 'close');
  }
});
