import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPS = ['created', 'updated', 'expired', 'restored', 'closed', 'reopened'];

function checkOps(ops: readonly string[]): string {
  return `alter table directory_change drop constraint directory_change_op_check,
    add constraint directory_change_op_check check (op in (${ops.map((op) => `'${op}'`).join(', ')}))`;
}

/**
 * The feed may say that a record was removed; hidden clinics are marked as hidden doctors are; and the feed knows from which
 * version on there is real data. Releases before this one go on: they write none of it, and read none.
 */
export class Withdrawal1795460200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(checkOps([...OPS, 'removed']));
    // A hidden clinic was only closed, at the time when it was hidden.
    await runner.query(
      `update corrected_record set hidden = true
      from correction join clinic on clinic.id::text = correction.key
      where correction.record = 'clinic' and correction.kind = 'hide' and correction.ended_at is null
        and corrected_record.record = 'clinic' and corrected_record.key = correction.key
        and corrected_record.survivor is null and clinic.closed_at = correction.made_at`,
    );
    await runner.query('alter table change_feed add column real_from bigint not null default 0');
    // The run that replaces a sample is the first after those of the sample that imports something else.
    await runner.query(
      `update change_feed set real_from = coalesce((
        select min(number) from dataset_version join sync_run on sync_run.id = run_id
        where source not in ('sample', 'corrections') and number > (
          select max(number) from dataset_version join sync_run on sync_run.id = run_id where source = 'sample')
      ), 0) where not exists (select from clinic where origin = 'sample')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table change_feed drop column real_from');
    await runner.query(`update corrected_record set hidden = false where record = 'clinic'`);
    await runner.query(
      `update directory_change set op = case type when 'doctor' then 'expired' else 'closed' end where op = 'removed'`,
    );
    await runner.query(checkOps(OPS));
  }
}
