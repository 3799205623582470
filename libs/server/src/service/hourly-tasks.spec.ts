import { type BatchTask, HourlyTasks } from './hourly-tasks.js';

/** Returns the errors that are reported. */
async function errorsOf(...tasks: BatchTask[]): Promise<unknown[]> {
  const errors: unknown[] = [];
  const hourly = new HourlyTasks(tasks, (error) => errors.push(error));
  await hourly.finished;
  await hourly.stop();
  return errors;
}

/** A task of some batches, which counts those that were done. */
function aTask(batches: number) {
  const done = { batches: 0 };
  return { done, task: () => Promise.resolve(++done.batches < batches) };
}

test.each([
  [1, 1],
  [3, 3],
  [1_000, 50],
])('of %i batches, %i are done in one run', async (batches, expected) => {
  const { done, task } = aTask(batches);
  expect(await errorsOf(task)).toEqual([]);
  expect(done.batches).toBe(expected);
});

test('reports an unexpected error, but not an unavailable database, and goes on with the next task', async () => {
  const unexpected = new Error('unexpected');
  const unavailable = Object.assign(new Error('unavailable'), { code: 'ECONNREFUSED' });
  const { done, task } = aTask(2);
  const failing = [unexpected, unavailable].map((error) => async () => {
    throw error;
  });
  expect(await errorsOf(...failing, task)).toEqual([unexpected]);
  expect(done.batches).toBe(2);
});
