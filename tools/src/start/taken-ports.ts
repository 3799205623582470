import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { basename } from 'node:path';

/** The state of a socket that listens, in the tables of Linux. */
const LISTENS = '0A';

/** Where a service will listen. */
export interface Listener {
  /** The variable that sets its port. */
  readonly variable: string;
  readonly host: string;
  /** 0 is any free one. */
  readonly port: number;
}

const MAX_PORT = 65_535;

/**
 * Checks that the services will be able to listen, all at once.
 * @throws Error that names each taken port, the process or variable that has it where that is known, and the variable to change
 */
export async function refuseTakenPorts(listeners: readonly Listener[]): Promise<void> {
  const sentences: string[] = [];
  const servers: Server[] = [];
  const names = new Map<number, string>();
  for (const { variable, host, port } of listeners) {
    if (port > MAX_PORT) {
      sentences.push(`There is no port ${port}: set ${variable} to a lower one.`);
      continue;
    }
    const server = createServer().listen(port, host);
    const reason = await failureOf(server);
    const own = names.get(port);
    if (reason === undefined) {
      servers.push(server);
      names.set(port, variable);
    } else if (reason === 'EADDRINUSE' && own !== undefined) {
      sentences.push(`Port ${port} is that of ${own}: set ${variable} to another port.`);
    } else if (reason === 'EADDRINUSE') {
      const holder = holderOf(port);
      const who = holder === undefined ? '' : ` by ${holder}`;
      sentences.push(`Port ${port} is taken${who}: stop that program, or set ${variable} to another port.`);
    } else if (reason === 'EACCES') {
      sentences.push(`This user may not listen on port ${port}: set ${variable} to one from 1024 on.`);
    }
  }
  for (const server of servers) await once(server.close(), 'close');
  if (sentences.length > 0) throw new Error(sentences.join('\n'));
}

/** Returns the code of the error of a server that should listen; undefined if it does. */
async function failureOf(server: Server): Promise<string | undefined> {
  try {
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** Returns the program that listens on a port, such as "node (process 42 in /srv/atlas)"; undefined where only others may know. */
function holderOf(port: number): string | undefined {
  const sockets = new Set(['tcp', 'tcp6'].flatMap((table) => listeningSockets(table, port)));
  const isHolder = (pid: string) =>
    ignoringErrors(() => readdirSync(`/proc/${pid}/fd`), []).some((fd) =>
      sockets.has(ignoringErrors(() => readlinkSync(`/proc/${pid}/fd/${fd}`), '')),
    );
  const pid = sockets.size > 0 && readdirSync('/proc').find((name) => /^\d+$/.test(name) && isHolder(name));
  if (!pid) return undefined;
  return ignoringErrors(() => {
    const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return `${basename(program)} (process ${pid} in ${readlinkSync(`/proc/${pid}/cwd`)})`;
  }, undefined);
}

/** Returns the names of the sockets that listen on a port, as they are among the files of their process. */
function listeningSockets(table: string, port: number): string[] {
  const [, ...rows] = ignoringErrors(() => readFileSync(`/proc/net/${table}`, 'utf8'), '')
    .trim()
    .split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(
      ([, local = '', , state]) => state === LISTENS && Number.parseInt(local.split(':')[1]!, 16) === port,
    )
    .map((cells) => `socket:[${cells[9]}]`);
}

/** Reads what only Linux has, what belongs to others, or what may be gone by now. */
function ignoringErrors<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
