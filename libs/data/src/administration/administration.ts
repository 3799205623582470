import { type AuditAction, LAST_ADMINISTRATOR, type Role } from '@care-atlas/domain/access';
import { AdminSessionRepository } from './admin-session.repository.js';
import { AdministratorRepository } from './administrator.repository.js';
import { recordEvent } from './audit-event.js';
import type { EntityManager } from 'typeorm';
import type { Database } from '../connection/database.js';
import { hashPassword } from './password-hash.js';
import { readableCode } from './readable-code.js';

/** For how many days a one-time password can be used. */
export const ONE_TIME_DAYS = 7;
const DAY_MS = 86_400_000;
const ONE_TIME_CHARACTERS = 24;
const OPERATOR = 'operator';

/** The dependencies of an operator's command besides the database. */
export interface CommandDependencies {
  readonly now: Date;
  /** Who runs the command, for the audit (default: "operator"). */
  readonly actor?: string;
  readonly randomBytes: (count: number) => Uint8Array;
}

/**
 * Creates an administrator, who first signs in with a one-time password and then has to choose another.
 * @returns the one-time password; undefined when the name is taken
 */
export async function createAdministrator(
  database: Database,
  name: string,
  { now, randomBytes, actor }: CommandDependencies,
  role: Role = 'administrator',
): Promise<string | undefined> {
  const password = readableCode(ONE_TIME_CHARACTERS, randomBytes);
  const stored = await oneTime(password, now);
  return database.transaction(async (manager) => {
    const created = await new AdministratorRepository(manager).create(name, stored, role);
    if (!created) return undefined;
    await record(manager, 'administrator-created', created.name, now, actor, { role });
    return password;
  });
}

/**
 * Resets an administrator whose password or second factor is lost: removes all factors, ends all sessions, enables an
 * administrator who was disabled, and sets a one-time password.
 * @returns the one-time password; undefined when no administrator has this name
 */
export async function resetAdministrator(
  database: Database,
  name: string,
  { now, randomBytes, actor }: CommandDependencies,
): Promise<string | undefined> {
  const password = readableCode(ONE_TIME_CHARACTERS, randomBytes);
  const stored = await oneTime(password, now);
  return database.transaction(async (manager) => {
    const administrators = new AdministratorRepository(manager);
    const administrator = await administrators.byName(name);
    if (!administrator) return undefined;
    await administrators.setPassword(administrator.id, stored);
    await administrators.clear(administrator.id);
    await new AdminSessionRepository(manager).endOthers(administrator.id);
    await record(manager, 'administrator-reset', administrator.name, now, actor);
    return password;
  });
}

/** The only one left who may manage people cannot give that up. */
export class LastAdministratorError extends Error {
  override readonly name = 'LastAdministratorError';
}

/**
 * Gives a person another role, from the next request on. Returns whether somebody has this name.
 * @throws LastAdministratorError
 */
export function changeRole(
  database: Database,
  name: string,
  role: Role,
  now: Date,
  actor?: string,
): Promise<boolean> {
  return database.transaction(async (manager) => {
    const administrators = new AdministratorRepository(manager);
    const person = await administrators.byName(name);
    if (!person) return false;
    if (role !== 'administrator') await requireOther(administrators, person.id);
    await administrators.setRole(person.id, role);
    await record(manager, 'administrator-role-changed', person.name, now, actor, {
      role,
      before: person.role,
    });
    return true;
  });
}

/**
 * Refuses further sign-ins and ends all sessions. Returns whether somebody has this name.
 * @param options.keepsOne refuses to disable the last administrator, whom only a shell could replace
 * @throws LastAdministratorError
 */
export async function disableAdministrator(
  database: Database,
  name: string,
  now: Date,
  actor?: string,
  { keepsOne = false } = {},
): Promise<boolean> {
  return database.transaction(async (manager) => {
    const administrators = new AdministratorRepository(manager);
    const administrator = await administrators.byName(name);
    if (!administrator) return false;
    if (keepsOne) await requireOther(administrators, administrator.id);
    await administrators.disable(administrator.id, now);
    await new AdminSessionRepository(manager).endOthers(administrator.id);
    await record(manager, 'administrator-disabled', administrator.name, now, actor);
    return true;
  });
}

async function requireOther(administrators: AdministratorRepository, id: string): Promise<void> {
  if (await administrators.hasOtherAdministrator(id)) return;
  throw new LastAdministratorError(LAST_ADMINISTRATOR);
}

async function oneTime(password: string, now: Date) {
  const expiresAt = new Date(now.getTime() + ONE_TIME_DAYS * DAY_MS);
  return { hash: await hashPassword(password), changedAt: now, expiresAt };
}

function record(
  manager: EntityManager,
  action: AuditAction,
  subject: string,
  at: Date,
  actor = OPERATOR,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return recordEvent(manager, { actor, at, action, subject, details });
}
