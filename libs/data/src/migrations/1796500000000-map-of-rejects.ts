import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the map of columns with the rejected rows, so that they can be mended in a browser. */
export class MapOfRejects1796500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sync_run add rejects_map jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sync_run drop rejects_map');
  }
}
