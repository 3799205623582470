import type { MigrationInterface, QueryRunner } from 'typeorm';

const CHANGES = ['created', 'updated', 'expired', 'unexpired', 'closed', 'reopened'];
const OPS = ['created', 'updated', 'expired', 'restored', 'closed', 'reopened', 'removed'];

/** Tells a clinic for which another answers from one that closed. */
export class MergedChanges1796700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table directory_change add survivor uuid');
    // The values are more than before: rows need not be read.
    await allow(runner, 'directory_change', 'op', [...OPS, 'merged'], 'not valid');
    await allow(runner, 'sync_change', 'change', [...CHANGES, 'merged'], 'not valid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update directory_change set op = 'closed' where op = 'merged'`);
    await runner.query(`update sync_change set change = 'closed' where change = 'merged'`);
    await runner.query('alter table directory_change drop survivor');
    await allow(runner, 'directory_change', 'op', OPS);
    await allow(runner, 'sync_change', 'change', CHANGES);
  }
}

/** Replaces the values that a column may have. */
async function allow(
  runner: QueryRunner,
  table: string,
  column: string,
  values: readonly string[],
  validity = '',
): Promise<void> {
  const list = values.map((value) => `'${value}'`).join(', ');
  const name = `${table}_${column}_check`;
  await runner.query(
    `alter table ${table} drop constraint ${name}, add constraint ${name} check (${column} in (${list})) ${validity}`,
  );
}
