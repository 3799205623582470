import type { PlannedRequest } from './client-load.js';
import type { Answer, Connection } from './connection.js';
import type { Program } from './programs/program.js';
import { until } from './until.js';

const LATE = 'does not answer';

/** Sends a request a number of times, over each connection in turn, at once. */
export function askAtOnce(
  connections: readonly Connection[],
  request: PlannedRequest,
  times: number,
): Promise<readonly Answer[]> {
  return Promise.all(
    Array.from({ length: times }, (_, i) => connections[i % connections.length]!.ask(request.path, request)),
  );
}

export function served(answers: readonly Answer[]): number {
  return answers.filter(({ status }) => status === 200).length;
}

/** Whether a service says that it counts limits on its own. */
export function countsAlone({ log }: Pick<Program, 'log'>): boolean {
  return log.lastIndexOf(LATE) > log.lastIndexOf('is back');
}

/**
 * Repeats an attempt until it is as expected, as it must be at once unless a process says that it counts alone: on a busy
 * machine the store may be late.
 */
export async function countedTogether<Result>(
  services: readonly Program[],
  attempt: () => Promise<Result>,
  isExpected: (result: Result) => boolean,
): Promise<Result> {
  const timesLate = () => services.reduce((sum, { log }) => sum + log.split(LATE).length - 1, 0);
  for (;;) {
    const [before, wasAlone] = [timesLate(), services.some(countsAlone)];
    const result = await attempt();
    if (isExpected(result)) return result;
    if (wasAlone) {
      await until('every process was back', () => !services.some(countsAlone));
      continue;
    }
    await until(
      'a process said that it counted alone',
      () => timesLate() > before || services.some(countsAlone),
    );
  }
}
