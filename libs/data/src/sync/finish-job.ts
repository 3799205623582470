import type { ClientBase } from 'pg';

/** A job was withdrawn while it was worked on, or has ended. */
export class JobEndedError extends Error {
  override readonly name = 'JobEndedError';
}

/**
 * Ends a job in the transaction of its run: done is what has both, and what was withdrawn before is rolled back.
 * @throws JobEndedError if it has ended already
 */
export async function finishJob(
  client: ClientBase,
  id: string,
  { at, runId, notice }: { readonly at: Date; readonly runId: string | undefined; readonly notice: string },
): Promise<void> {
  const { rowCount } = await client.query(
    `update import_job set state = 'done', finished_at = $2, run_id = $3, reason = $4, progress = ''
    where id = $1 and state = 'importing'`,
    [id, at, runId, notice],
  );
  if (rowCount === 0) throw new JobEndedError('It was withdrawn, or has been carried out already.');
}
