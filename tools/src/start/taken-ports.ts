import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';

/** The state of a socket that listens, in the tables of Linux. */
const LISTENS = '0A';

/**
 * Checks that the services will be able to listen.
 * @param ports numbers by their variables
 * @throws Error that names each taken port, the process that has it where that is known, and the variable
 */
export async function refuseTakenPorts(host: string, ports: Readonly<Record<string, number>>): Promise<void> {
  const sentences: string[] = [];
  for (const [name, port] of Object.entries(ports)) {
    const reason = await reasonAgainst(host, port);
    if (reason === 'EADDRINUSE') {
      const holder = holderOf(port);
      const who = holder === undefined ? '' : ` by ${holder}`;
      sentences.push(`Port ${port} is taken${who}: stop that program, or set ${name} to another port.`);
    } else if (reason === 'EACCES') {
      sentences.push(`This user may not listen on port ${port}: set ${name} to one from 1024 on.`);
    }
  }
  if (sentences.length > 0) throw new Error(sentences.join('\n'));
}

/** Returns the code of the error of a program that would listen; undefined if it could. */
async function reasonAgainst(host: string, port: number): Promise<string | undefined> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
  await once(server.close(), 'close');
  return undefined;
}

/** Returns the program that listens on a port, such as "node (process 42)"; undefined where only others may know. */
function holderOf(port: number): string | undefined {
  try {
    const sockets = new Set(['tcp', 'tcp6'].flatMap((table) => listeningSockets(table, port)));
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      if (filesOf(pid).some((file) => sockets.has(file)))
        return `${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} (process ${pid})`;
  } catch {
    // Another system than Linux, or the process has just ended.
  }
  return undefined;
}

/** Returns the names of the sockets that listen on a port, as they are among the files of their process. */
function listeningSockets(table: string, port: number): string[] {
  const [, ...rows] = readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(
      ([, local = '', , state]) => state === LISTENS && Number.parseInt(local.split(':')[1]!, 16) === port,
    )
    .map((cells) => `socket:[${cells[9]}]`);
}

function filesOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  } catch {
    // A process of another user.
    return [];
  }
}
