import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['component_health', 'health_day', 'health_incident'];
const BEFORE = [
  'api',
  'connector',
  'dashboard',
  'database',
  'standby',
  'store',
  'datasets',
  'register',
  'backup',
];

/** Lets the health of a deployment have that of the exports. */
export class HealthOfExports1796820000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return check(runner, [...BEFORE.slice(0, 7), 'exports', ...BEFORE.slice(7)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`delete from ${table} where component = 'exports'`);
    await check(runner, BEFORE);
  }
}

async function check(runner: QueryRunner, components: readonly string[]): Promise<void> {
  const list = components.map((component) => `'${component}'`).join(', ');
  for (const table of TABLES)
    await runner.query(`alter table ${table} drop constraint ${table}_component_check,
      add constraint ${table}_component_check check (component in (${list}))`);
}
