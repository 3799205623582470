import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each person may do in the dashboard. Those who are there may do everything, as before. */
export class Roles1795440300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table administrator add column role text not null default 'administrator',
        add constraint administrator_role_check check (role in ('viewer', 'operator', 'administrator'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table administrator drop column role');
  }
}
