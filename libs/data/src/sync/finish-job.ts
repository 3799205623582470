import type { ClientBase } from 'pg';
import type { Attempt } from './import-job.js';

/** A job was withdrawn while it was worked on, was given to another worker, or has ended. */
export class JobEndedError extends Error {
  override readonly name = 'JobEndedError';
}

/**
 * Ends a job in the transaction of its run: done is what has both, and what was withdrawn before is rolled back.
 * @throws JobEndedError if it has ended already, or another worker has it
 */
export async function finishJob(
  client: ClientBase,
  { id, losses }: Pick<Attempt, 'id' | 'losses'>,
  { at, runId, notice }: { readonly at: Date; readonly runId: string | undefined; readonly notice: string },
): Promise<void> {
  const { rowCount } = await client.query(
    `update import_job set state = 'done', finished_at = $2, run_id = $3, reason = $4, progress = ''
    where id = $1 and state = 'importing' and losses = $5`,
    [id, at, runId, notice, losses],
  );
  if (rowCount === 0)
    throw new JobEndedError(
      'It was withdrawn, is carried out by another worker, or has been carried out already.',
    );
}
