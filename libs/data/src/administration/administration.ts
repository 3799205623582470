import { AdminSessionRepository } from './admin-session.repository.js';
import { AdministratorRepository } from './administrator.repository.js';
import { type AuditAction, AuditRepository } from './audit.repository.js';
import type { Database } from '../connection/database.js';
import type { DatabaseScope } from '../connection/statement.js';
import { hashPassword } from './password-hash.js';
import { readableCode } from './readable-code.js';

/** How an operator, who has the machine, acts on administrators. Names: letters, digits and `._@-`, at most 64. */
export const ADMINISTRATOR_NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;

/** For how many days a one-time password can be used. */
export const ONE_TIME_DAYS = 7;
const DAY_MS = 86_400_000;
const ONE_TIME_CHARACTERS = 24;
const OPERATOR = { actor: 'operator', address: '', userAgent: '' };

/** What an operator's act needs besides the database. */
export interface ActSurroundings {
  readonly now: Date;
  readonly randomBytes: (count: number) => Uint8Array;
}

/**
 * Makes an administrator, who signs in with a one-time password first and has to choose another then.
 * @returns the one-time password; undefined when the name is taken
 */
export async function createAdministrator(
  database: Database,
  name: string,
  { now, randomBytes }: ActSurroundings,
): Promise<string | undefined> {
  const password = readableCode(ONE_TIME_CHARACTERS, randomBytes);
  const kept = await oneTime(password, now);
  return database.transaction(async (manager) => {
    const created = await new AdministratorRepository(manager).create(name, kept);
    if (!created) return undefined;
    await record(manager, 'administrator-created', created.name, now);
    return password;
  });
}

/**
 * Gives an administrator a one-time password again, for when password or second factor are lost: all factors go,
 * all sessions end, and one who was disabled may sign in again.
 * @returns the one-time password; undefined when there is nobody of this name
 */
export async function resetAdministrator(
  database: Database,
  name: string,
  { now, randomBytes }: ActSurroundings,
): Promise<string | undefined> {
  const password = readableCode(ONE_TIME_CHARACTERS, randomBytes);
  const kept = await oneTime(password, now);
  return database.transaction(async (manager) => {
    const administrators = new AdministratorRepository(manager);
    const administrator = await administrators.byName(name);
    if (!administrator) return undefined;
    await administrators.setPassword(administrator.id, kept);
    await administrators.clear(administrator.id);
    await new AdminSessionRepository(manager).endOthers(administrator.id);
    await record(manager, 'administrator-reset', administrator.name, now);
    return password;
  });
}

/** Lets an administrator in no longer, and ends all sessions. Whether there is one of this name. */
export async function disableAdministrator(database: Database, name: string, now: Date): Promise<boolean> {
  return database.transaction(async (manager) => {
    const administrators = new AdministratorRepository(manager);
    const administrator = await administrators.byName(name);
    if (!administrator) return false;
    await administrators.disable(administrator.id, now);
    await new AdminSessionRepository(manager).endOthers(administrator.id);
    await record(manager, 'administrator-disabled', administrator.name, now);
    return true;
  });
}

async function oneTime(password: string, now: Date) {
  const expiresAt = new Date(now.getTime() + ONE_TIME_DAYS * DAY_MS);
  return { hash: await hashPassword(password), changedAt: now, expiresAt };
}

function record(database: DatabaseScope, action: AuditAction, subject: string, at: Date): Promise<void> {
  return new AuditRepository(database).record({ ...OPERATOR, at, action, subject });
}
