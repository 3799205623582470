import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { refuseTakenPorts } from './taken-ports.js';

const HOST = '127.0.0.1';

const listener = (variable: string, port: number) => ({ variable, host: HOST, port });

it('a taken port is named with the program that has it and the variable that changes it; a free one is not', async () => {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Only Linux says who has it.
  const who = process.platform === 'linux' ? ` by node (process ${process.pid} in ${process.cwd()})` : '';
  const listeners = [listener('PORT', 0), listener('METRICS_PORT', 0), listener('METRICS_PORT', port)];
  await expect(refuseTakenPorts(listeners)).rejects.toThrow(
    new Error(`Port ${port} is taken${who}: stop that program, or set METRICS_PORT to another port.`),
  );
  await once(server.close(), 'close');
  await expect(refuseTakenPorts(listeners)).resolves.toBeUndefined();
});

it('a port that two services would have is named with both variables', async () => {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  const listeners = [listener('PORT', port), listener('MCP_PORT', 0), listener('METRICS_PORT', port)];
  await expect(refuseTakenPorts(listeners)).rejects.toThrow(
    new Error(`Port ${port} is that of PORT: set METRICS_PORT to another port.`),
  );
});

it('a number after the last port is refused', async () => {
  await expect(refuseTakenPorts([listener('METRICS_PORT', 65_536)])).rejects.toThrow(
    'There is no port 65536: set METRICS_PORT to a lower one.',
  );
});
