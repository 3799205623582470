/** A span of time, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A time in which the event loop of a process began nothing new. */
export interface Pause extends Span {
  readonly cause: string;
}

/** The wait of a request from when it was due until its answer was complete. */
export interface Wait extends Span {
  /** How late the generator was in sending it, in milliseconds. */
  readonly late: number;
}

/** The start of the causes that are collections of memory. */
export const COLLECTION = 'collection of memory';
/** The cause of a wait that the pauses of the server do not explain. */
export const ELSEWHERE = 'no pause of the server: the system or PostgreSQL';
export const GENERATOR = 'the generator, which was late';

/**
 * Returns what held up a request: the cause of the pauses that cover most of its wait, at least half. A collection delays the event
 * loop, too: it is the cause if it covers at least half as much.
 */
export function causeOf(wait: Wait, pauses: readonly Pause[]): string {
  const covered = new Map([[GENERATOR, wait.late]]);
  for (const { cause, from, to } of pauses) {
    const shared = Math.min(to, wait.to) - Math.max(from, wait.from);
    if (shared > 0) covered.set(cause, (covered.get(cause) ?? 0) + shared);
  }
  const causes = [...covered].toSorted(([, a], [, b]) => b - a);
  const [cause, most] = causes[0]!;
  if (most * 2 < wait.to - wait.from) return ELSEWHERE;
  const collection = causes.find(([name]) => name.startsWith(COLLECTION));
  return collection && collection[1] * 2 >= most ? collection[0] : cause;
}
