import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

const ADDRESS = '127.0.0.1';

/** Returns a port of 127.0.0.1 that is free now. It is not reserved. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, ADDRESS);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether a server listens on a port of 127.0.0.1. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, ADDRESS);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
