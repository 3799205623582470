import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { refuseTakenPorts } from './taken-ports.js';

const HOST = '127.0.0.1';

it('a taken port is named with the program that has it and the variable that changes it; a free one is not', async () => {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Only Linux says who has it.
  const who = process.platform === 'linux' ? ` by node (process ${process.pid} in ${process.cwd()})` : '';
  await expect(refuseTakenPorts(HOST, { PORT: 0, MCP_PORT: port, DASHBOARD_PORT: 0 })).rejects.toThrow(
    new Error(`Port ${port} is taken${who}: stop that program, or set MCP_PORT to another port.`),
  );
  await once(server.close(), 'close');
  await expect(refuseTakenPorts(HOST, { MCP_PORT: port })).resolves.toBeUndefined();
});

it('a port that two services would have is named with both variables', async () => {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  await expect(refuseTakenPorts(HOST, { PORT: port, MCP_PORT: 0, DASHBOARD_PORT: port })).rejects.toThrow(
    new Error(`Port ${port} is that of PORT: set DASHBOARD_PORT to another port.`),
  );
});
