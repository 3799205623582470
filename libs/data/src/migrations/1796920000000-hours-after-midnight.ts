import type { MigrationInterface, QueryRunner } from 'typeorm';

const SPAN = 'opens >= 0 and opens < 1440 and opens < closes and closes <= 2880';

/**
 * Lets a span of the week end on the next day: 1560 is 02:00 then. The next import of a source fills them. Earlier releases find such a
 * clinic open until midnight, and show the end as 26:00.
 */
export class HoursAfterMidnight1796920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await replaceCheck(runner, SPAN);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('update opening_interval set closes = 1440 where closes > 1440');
    await replaceCheck(runner, 'opens >= 0 and opens < closes and closes <= 1440');
  }
}

async function replaceCheck(runner: QueryRunner, check: string): Promise<void> {
  await runner.query(`alter table opening_interval drop constraint opening_interval_span_check,
    add constraint opening_interval_span_check check (${check}) not valid`);
  await runner.query('alter table opening_interval validate constraint opening_interval_span_check');
}
