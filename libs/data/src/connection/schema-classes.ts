import { readdirSync } from 'node:fs';
import type { MigrationInterface } from 'typeorm';

type Class<Instance> = new () => Instance;
type Classes<Instance> = Record<string, Class<Instance>>;

/** The classes of all entities, by name. */
export const ENTITIES = await classesOf<object>(
  filesOf('entities', /\.entity\.[jt]s$/).map((name) => import(`../entities/${name}`)),
);

/** The classes of all migrations, by name. TypeORM runs them in the order of their timestamps. */
export const MIGRATIONS = await classesOf<MigrationInterface>(
  filesOf('migrations', /^\d{13}-[a-z-]+\.[jt]s$/).map((name) => import(`../migrations/${name}`)),
);

/** Returns the files of a folder beside that of this file, and of its folders, in src and in dist. */
function filesOf(folder: string, name: RegExp): string[] {
  return readdirSync(new URL(`../${folder}`, import.meta.url), { encoding: 'utf8', recursive: true }).filter(
    (path) => name.test(path),
  );
}

async function classesOf<Instance>(modules: readonly Promise<unknown>[]): Promise<Classes<Instance>> {
  const exported = (await Promise.all(modules)).flatMap((module) =>
    Object.entries({ ...(module as object) }),
  );
  return Object.fromEntries(
    exported.filter((entry): entry is [string, Class<Instance>] => typeof entry[1] === 'function'),
  );
}
