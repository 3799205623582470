import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What each person may do in the dashboard, and the account of an OpenID Connect provider that signs the person in.
 * Those who are there may do everything, as before.
 */
export class People1795440300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table administrator
        add column role text not null default 'administrator',
        add column oidc_account text,
        add constraint administrator_role_check check (role in ('viewer', 'operator', 'administrator')),
        add constraint administrator_oidc_account_key unique (oidc_account)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table administrator drop column role, drop column oidc_account');
  }
}
