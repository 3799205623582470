import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
const NOTHING = { parent: 0, own: 0, ended: 0 };

/** Returns the processor time used by a process so far, user and system, in milliseconds. */
export function processorTime(pid: number): number {
  return timesOf(pid).own;
}

/** Returns the processor time of a process and of its direct children, ended ones included. */
export function familyTime(pid: number): number {
  const { own, ended } = timesOf(pid);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter(({ parent }) => parent === pid);
  return children.reduce((sum, child) => sum + child.own + child.ended, own + ended);
}

/** Returns for how long the main thread of a process was ready to run but had no processor so far, in milliseconds. */
export function starvedTime(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
}

/** Returns the resident memory of a process in megabytes. */
export function residentMemory(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Parses a line of /proc/PID/stat: the parent, and the milliseconds of the process and of its ended children. */
export function readProcessStat(line: string): typeof NOTHING {
  // The program's name, in parentheses, may contain spaces and parentheses.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const time = (user: number) => (Number(fields[user]) + Number(fields[user + 1])) * TICK_MS;
  return { parent: Number(fields[1]), own: time(11), ended: time(13) };
}

function timesOf(pid: number): typeof NOTHING {
  try {
    return readProcessStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // The process has ended meanwhile.
    return NOTHING;
  }
}
