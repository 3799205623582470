import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stations of several agencies side by side. */
export class StationAgency1795280000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table station add column agency text not null default '',
      drop constraint station_pkey, add constraint station_pkey primary key (agency, name)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Two agencies may have stations of one name, and the older version knows no agencies.
    await runner.query(`delete from station where agency <> '' and exists
      (select from station other where other.name = station.name and other.agency < station.agency)`);
    await runner.query(`alter table station drop constraint station_pkey, drop column agency,
      add constraint station_pkey primary key (name)`);
  }
}
