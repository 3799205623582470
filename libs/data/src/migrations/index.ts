import { readdirSync } from 'node:fs';
import type { MigrationInterface } from 'typeorm';

type Migrations = Readonly<Record<string, new () => MigrationInterface>>;

/** The files of this folder that hold a migration, in src and in dist. */
const FILE = /^\d{13}-[a-z-]+\.[jt]s$/;
const files = readdirSync(import.meta.dirname).filter((name) => FILE.test(name));
const modules = files.map(async (name) => (await import(`./${name}`)) as Migrations);

/** Every migration by the name of its class. TypeORM runs them in the order of their timestamps. */
export const MIGRATIONS: Migrations = Object.assign({}, ...(await Promise.all(modules)));
