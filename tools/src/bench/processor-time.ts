import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** What the kernel counts of a process. */
export interface ProcessTimes {
  readonly parent: number;
  /** Its own, user and system, in milliseconds. */
  readonly own: number;
  /** That of its children which have ended. */
  readonly ended: number;
}

/** Processor time that a process has used so far, user and system, in milliseconds. */
export function processorTime(pid: number): number {
  return timesOf(pid)?.own ?? 0;
}

/**
 * Processor time that the threads of a process have used so far, in milliseconds. It is exact to the nanosecond, which
 * turns of a tenth of a second need; the time of a thread goes when it ends.
 */
export function threadTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + readSchedule(`/proc/${pid}/task/${thread}/schedstat`), 0);
}

/** Processor time of a process and all that it started directly, also of what has ended. */
export function familyTime(pid: number): number {
  const { own, ended } = timesOf(pid) ?? { own: 0, ended: 0 };
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times?.parent === pid);
  return children.reduce((sum, times) => sum + times!.own + times!.ended, own + ended);
}

/** Processor time of what this process started and what has ended since, in milliseconds. */
export function endedTime(): number {
  return timesOf(process.pid)!.ended;
}

/** Resident memory of a process in megabytes. */
export function residentMemory(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Reads a line of /proc/PID/stat. */
export function readProcessStat(line: string): ProcessTimes {
  // The name of the program, in parentheses, may hold blanks and parentheses.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const time = (user: number) => (Number(fields[user]) + Number(fields[user + 1])) * TICK_MS;
  return { parent: Number(fields[1]), own: time(11), ended: time(13) };
}

function readSchedule(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    // The thread ended while the others were looked at.
    return 0;
  }
}

function timesOf(pid: number): ProcessTimes | undefined {
  try {
    return readProcessStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // It ended while the others were looked at.
    return undefined;
  }
}
