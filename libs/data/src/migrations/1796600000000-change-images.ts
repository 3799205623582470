import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds what each changed record was before and after, by which a filtered feed of changes tells what entered a list and what
 * left it. Changes of earlier releases have none. A page reads hundreds of images as text, which is why they are stored so.
 */
export class ChangeImages1796600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table directory_change add image_before json, add image_after json, add before_on date',
    );
    await runner.query('alter table change_feed add judged_on date');
  }

  async down(runner: QueryRunner): Promise<void> {
    // Nothing but an image differs in these changes.
    await runner.query(`delete from directory_change where op = 'updated' and fields = '{}'`);
    await runner.query('alter table directory_change drop image_before, drop image_after, drop before_on');
    await runner.query('alter table change_feed drop judged_on');
  }
}
