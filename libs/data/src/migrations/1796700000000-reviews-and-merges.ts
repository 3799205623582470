import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets corrections hide reviews and reply to them, and the feed of changes say that clinics were merged. */
export class ReviewsAndMerges1796700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table review add reply text, add replied_on date');
    await check(
      runner,
      ['correct', 'hide', 'pin', 'merge', 'apart', 'reply'],
      ['doctor', 'clinic', 'review'],
    );
    await checkOps(runner, [...OPS, 'merged', 'removed']);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The release before knows nothing of them: its next import of a hidden review shows it.
    await runner.query(`delete from correction where record = 'review'`);
    await check(runner, ['correct', 'hide', 'pin', 'merge', 'apart'], ['doctor', 'clinic']);
    await runner.query(`update directory_change set op = 'closed' where op = 'merged'`);
    await checkOps(runner, [...OPS, 'removed']);
    await runner.query('alter table review drop reply, drop replied_on');
  }
}

async function check(
  runner: QueryRunner,
  kinds: readonly string[],
  records: readonly string[],
): Promise<void> {
  await runner.query(
    `alter table correction drop constraint correction_kind_check, drop constraint correction_record_check,
      add constraint correction_kind_check check (kind in ${anyOf(kinds)}),
      add constraint correction_record_check check (record in ${anyOf(records)})`,
  );
}

const OPS = ['created', 'updated', 'expired', 'restored', 'closed', 'reopened'];

async function checkOps(runner: QueryRunner, ops: readonly string[]): Promise<void> {
  await runner.query(
    `alter table directory_change drop constraint directory_change_op_check,
      add constraint directory_change_op_check check (op in ${anyOf(ops)})`,
  );
}

function anyOf(words: readonly string[]): string {
  return `(${words.map((word) => `'${word}'`).join(', ')})`;
}
