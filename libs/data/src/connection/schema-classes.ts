import { readdirSync } from 'node:fs';
import type { MigrationInterface } from 'typeorm';

type Class<Instance> = new () => Instance;

/** The classes of all entities, by name. */
export const ENTITIES = await classesIn<object>('entities', /\.entity\.[jt]s$/, (name) => import(`../entities/${name}`));

/** The classes of all migrations, by name. TypeORM runs them in the order of their timestamps. */
export const MIGRATIONS = await classesIn<MigrationInterface>('migrations', /^\d{13}-[a-z-]+\.[jt]s$/, (name) => import(`../migrations/${name}`));

/** Imports the classes from the files of a folder beside this one, in src and in dist. */
async function classesIn<Instance>(folder: string, file: RegExp, load: (name: string) => Promise<unknown>): Promise<Record<string, Class<Instance>>> {
  const names = readdirSync(new URL(`../${folder}`, import.meta.url)).filter((name) => file.test(name));
  const modules = await Promise.all(
    names.map(async (name) => (await load(name)) as object),
  );
  const exported = modules.flatMap((module) => Object.entries<unknown>({ ...module }));
  return Object.fromEntries(exported.filter(([, value]) => typeof value === 'function')) as Record<
    string,
    Class<Instance>
  >;
}
