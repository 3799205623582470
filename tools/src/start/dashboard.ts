import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAdministrator } from '@care-atlas/data/administration';
import { AdministratorRepository } from '@care-atlas/data/administrator.repository';
import { openDatabase } from '@care-atlas/data/database';

const SECRET_FILE = 'dashboard-secret';
const SECRET_BYTES = 32;
const FIRST_NAME = 'admin';

/** Who may sign in to a dashboard that nobody could sign in to before. */
export interface FirstAdministrator {
  readonly name: string;
  readonly oneTimePassword: string;
}

/**
 * The secret of this machine's dashboard. It is made once: with another, authenticators would have to be set up anew.
 * @param directory where it is kept, readable by its owner only
 */
export async function dashboardSecret(directory: string): Promise<string> {
  const file = join(directory, SECRET_FILE);
  await mkdir(directory, { recursive: true });
  const made = randomBytes(SECRET_BYTES).toString('base64url');
  // Of two that start at once the second finds the file of the first.
  await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}

/** Makes an administrator where there is none yet. */
export async function firstAdministrator(databaseUrl: string): Promise<FirstAdministrator | undefined> {
  const database = await openDatabase(databaseUrl, { applicationName: 'care-atlas-start', poolSize: 1 });
  try {
    if ((await new AdministratorRepository(database).list()).length > 0) return undefined;
    const oneTimePassword = await createAdministrator(database, FIRST_NAME, { now: new Date(), randomBytes });
    return oneTimePassword === undefined ? undefined : { name: FIRST_NAME, oneTimePassword };
  } finally {
    await database.close();
  }
}
