import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index by which clinics are found at an address without its postal code. */
export class PlaceKeyIndex1795251000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('set lock_timeout = 0');
    // An earlier attempt that was interrupted leaves an index that is not valid.
    await runner.query('drop index concurrently if exists clinic_place_key_idx');
    await runner.query('create index concurrently clinic_place_key_idx on clinic (place_key)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index clinic_place_key_idx');
  }
}
