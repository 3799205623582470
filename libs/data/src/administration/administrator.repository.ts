import type { Role } from '@care-atlas/domain/access';
import { IsNull, type Repository } from 'typeorm';
import type { DatabaseScope } from '../connection/statement.js';
import { AdministratorEntity } from '../entities/administration/administrator.entity.js';
import { PasskeyEntity } from '../entities/administration/passkey.entity.js';
import { RecoveryCodeEntity } from '../entities/administration/recovery-code.entity.js';

// Secrets of second factors are read by the repository of second factors only.
const SELECT = {
  id: true,
  name: true,
  role: true,
  oidcAccount: true,
  passwordHash: true,
  passwordChangedAt: true,
  passwordExpiresAt: true,
  createdAt: true,
  disabledAt: true,
} as const;

/** A person who may sign in, or could once. */
export type Administrator = Readonly<Pick<AdministratorEntity, keyof typeof SELECT>>;

/** A new password, as it is stored. */
export interface NewPassword {
  readonly hash: string;
  readonly changedAt: Date;
  /** For a one-time password: until when it can be used. */
  readonly expiresAt?: Date;
}

/** The administrators. Names are compared without regard to case. */
export class AdministratorRepository {
  readonly #administrators: Repository<AdministratorEntity>;

  constructor(database: DatabaseScope) {
    this.#administrators = database.getRepository(AdministratorEntity);
  }

  /** @returns undefined when there is none of this name; one who is disabled is found */
  async byName(name: string): Promise<Administrator | undefined> {
    const where = { foldedName: fold(name) };
    return (await this.#administrators.findOne({ select: SELECT, where })) ?? undefined;
  }

  async byId(id: string): Promise<Administrator | undefined> {
    return (await this.#administrators.findOne({ select: SELECT, where: { id } })) ?? undefined;
  }

  /** @param account issuer and subject, separated by a blank */
  async byOidcAccount(account: string): Promise<Administrator | undefined> {
    const where = { oidcAccount: account };
    return (await this.#administrators.findOne({ select: SELECT, where })) ?? undefined;
  }

  /** Lets an OpenID Connect account sign in as a person, unless another one does. @returns whether it does now */
  async linkOidcAccount(id: string, account: string): Promise<boolean> {
    const linked = await this.#administrators.update({ id, oidcAccount: IsNull() }, { oidcAccount: account });
    return linked.affected === 1;
  }

  /** All of them, by name. */
  list(): Promise<Administrator[]> {
    return this.#administrators.find({ select: SELECT, order: { foldedName: 'ASC' } });
  }

  /**
   * Adds one, unless the name is taken.
   * @returns undefined when it is
   */
  async create(
    name: string,
    password: NewPassword,
    role: Role = 'administrator',
  ): Promise<Administrator | undefined> {
    const row = this.#administrators.create({
      name,
      role,
      foldedName: fold(name),
      ...passwordColumns(password),
      createdAt: password.changedAt,
      disabledAt: null,
    });
    const inserting = this.#administrators.createQueryBuilder().insert().values(row).orIgnore();
    const { raw } = await inserting.execute();
    return (raw as unknown[]).length === 0 ? undefined : row;
  }

  async setPassword(id: string, password: NewPassword): Promise<void> {
    await this.#administrators.update({ id }, passwordColumns(password));
  }

  /** Stores the same password under newer parameters, unless it was changed meanwhile. */
  async rehash(id: string, oldHash: string, newHash: string): Promise<void> {
    await this.#administrators.update({ id, passwordHash: oldHash }, { passwordHash: newHash });
  }

  /** Removes every second factor and the OpenID Connect account, and enables an administrator who was disabled. */
  async clear(id: string): Promise<void> {
    await this.#administrators.manager.transaction(async (manager) => {
      await manager.delete(RecoveryCodeEntity, { administratorId: id });
      await manager.delete(PasskeyEntity, { administratorId: id });
      const totp = { totpSecret: null, totpOffer: null, totpPeriod: null };
      const cleared = { ...totp, oidcAccount: null, disabledAt: null };
      await manager.update(AdministratorEntity, { id }, cleared);
    });
  }

  async setRole(id: string, role: Role): Promise<void> {
    await this.#administrators.update({ id }, { role });
  }

  /**
   * Returns whether another enabled person is an administrator. Locks the people, so that two who leave at once do not
   * each count on the other.
   */
  async hasOtherAdministrator(id: string): Promise<boolean> {
    const enabled = await this.#administrators.find({
      select: { id: true, role: true },
      where: { disabledAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
      order: { id: 'ASC' },
    });
    return enabled.some((other) => other.id !== id && other.role === 'administrator');
  }

  /** Refuses further sign-ins. The time of the first call stays. */
  async disable(id: string, at: Date): Promise<void> {
    await this.#administrators.update({ id, disabledAt: IsNull() }, { disabledAt: at });
  }
}

function passwordColumns({ hash, changedAt, expiresAt }: NewPassword) {
  return { passwordHash: hash, passwordChangedAt: changedAt, passwordExpiresAt: expiresAt ?? null };
}

function fold(name: string): string {
  return name.toLowerCase();
}
