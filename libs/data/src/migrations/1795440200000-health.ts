import type { MigrationInterface, QueryRunner } from 'typeorm';

const COMPONENTS = `component text not null`;
const isComponent = (table: string) =>
  `constraint ${table}_component_check check (component in ('api', 'connector', 'dashboard', 'database', 'standby',
    'store', 'datasets', 'register', 'backup'))`;

/** How the parts of a deployment are, and how they were on each day. */
export class Health1795440200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table component_health (
        ${COMPONENTS},
        state text not null,
        detail text not null,
        since timestamp with time zone not null,
        checked_at timestamp with time zone not null,
        constraint component_health_pkey primary key (component),
        ${isComponent('component_health')},
        constraint component_health_state_check check (state in ('up', 'degraded', 'down', 'unknown'))
      )`,
    );
    await runner.query(
      `create table health_day (
        day date not null,
        ${COMPONENTS},
        up integer not null,
        degraded integer not null,
        down integer not null,
        constraint health_day_pkey primary key (day, component),
        ${isComponent('health_day')}
      )`,
    );
    await runner.query(
      `create table health_incident (
        ${COMPONENTS},
        started_at timestamp with time zone not null,
        ended_at timestamp with time zone,
        state text not null,
        detail text not null,
        constraint health_incident_pkey primary key (component, started_at),
        ${isComponent('health_incident')},
        constraint health_incident_state_check check (state in ('degraded', 'down'))
      )`,
    );
    await runner.query(
      `create table health_watch (
        single boolean not null default true,
        holder uuid,
        held_until timestamp with time zone,
        constraint health_watch_pkey primary key (single),
        constraint health_watch_single_check check (single)
      )`,
    );
    await runner.query('insert into health_watch default values');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table component_health, health_day, health_incident, health_watch');
  }
}
