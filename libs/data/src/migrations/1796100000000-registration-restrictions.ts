import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what the register says of restrictions, and since when: not known until its next import. */
export class RegistrationRestrictions1796100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table doctor
      add registration_restrictions text not null default 'unknown',
      add registration_as_of timestamptz,
      add constraint doctor_registration_restrictions_check
        check (registration_restrictions in ('yes', 'no', 'unknown')) not valid`);
    await runner.query('alter table doctor validate constraint doctor_registration_restrictions_check');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table doctor drop registration_restrictions, drop registration_as_of');
  }
}
