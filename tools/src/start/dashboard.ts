import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AdministratorRepository, createAdministrator } from '@care-atlas/data/administration';
import { COMMAND_OPTIONS, openDatabase } from '@care-atlas/data/connection';

const SECRET_FILE = 'dashboard-secret';
const SECRET_BYTES = 32;
const FIRST_NAME = 'admin';

/** The first administrator of a dashboard. */
export interface FirstAdministrator {
  readonly name: string;
  readonly oneTimePassword: string;
}

/**
 * Returns the secret of this machine's dashboard, which is created once: with another one, authenticators would have to
 * be set up again.
 * @param directory the folder of its file, which only the owner can read
 */
export async function dashboardSecret(directory: string): Promise<string> {
  const file = join(directory, SECRET_FILE);
  await mkdir(directory, { recursive: true });
  const made = randomBytes(SECRET_BYTES).toString('base64url');
  // If two start at once, the second finds the file of the first.
  await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}

/** Creates an administrator if there is none. */
export async function firstAdministrator(databaseUrl: string): Promise<FirstAdministrator | undefined> {
  const database = await openDatabase(databaseUrl, COMMAND_OPTIONS);
  try {
    if ((await new AdministratorRepository(database).list()).length > 0) return undefined;
    const oneTimePassword = await createAdministrator(database, FIRST_NAME, { now: new Date(), randomBytes });
    return oneTimePassword === undefined ? undefined : { name: FIRST_NAME, oneTimePassword };
  } finally {
    await database.close();
  }
}
