import { Inject, Injectable } from '@nestjs/common';
import QRCode from 'qrcode';
import {
  AdministratorRepository,
  type AuditAction,
  PasskeyRepository,
  SecondFactorRepository,
} from '@care-atlas/data/administration';
import { type Database, inTransaction } from '@care-atlas/data/connection';
import { DirectoryError, invalidParameters } from '@care-atlas/domain/contract';
import type {
  Account,
  PasskeyOffer,
  PasskeyRegistration,
  RecoveryCodes as NewRecoveryCodes,
  TotpOffer,
} from '../../contract/account.js';
import { record } from './audit-trail.js';
import { Authenticator } from './authenticator.js';
import { KeyRing } from './key-ring.js';
import { type PasskeyOwner, Passkeys } from './passkeys.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SURROUNDINGS, type Surroundings } from './surroundings.js';
import type { AdministratorRequest } from './visitor.js';

/** What a person sets up of their own account: an authenticator, recovery codes, passkeys. */
@Injectable()
export class OwnAccount {
  readonly #database: Database;
  readonly #clock: () => Date;
  readonly #randomBytes: (count: number) => Buffer;
  readonly #keyRing: KeyRing;
  readonly #url: string;

  constructor(@Inject(SURROUNDINGS) { database, configuration, clock, randomBytes }: Surroundings) {
    this.#database = database;
    this.#clock = clock;
    this.#randomBytes = randomBytes;
    this.#keyRing = new KeyRing(configuration.secret);
    this.#url = configuration.url;
  }

  async show({ visitor }: AdministratorRequest): Promise<Account> {
    const id = visitor.administratorId;
    const factors = new SecondFactorRepository(this.#database);
    const [administrator, totp, recoveryCodesLeft, passkeys] = await Promise.all([
      new AdministratorRepository(this.#database).byId(id),
      factors.totp(id),
      factors.recoveryCodesLeft(id),
      new PasskeyRepository(this.#database).of(id),
    ]);
    if (!administrator) throw new DirectoryError('unauthorized', 'Sign in first.');
    return {
      name: administrator.name,
      createdAt: administrator.createdAt.toISOString(),
      passwordChangedAt: administrator.passwordChangedAt.toISOString(),
      totp: totp !== undefined,
      recoveryCodesLeft,
      passkeys: passkeys.map(({ id: passkeyId, label, synced, createdAt, lastUsedAt }) => ({
        id: passkeyId,
        label,
        synced,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    };
  }

  async offerTotp({ visitor }: AdministratorRequest): Promise<TotpOffer> {
    const totp = await new Authenticator(this.#database, this.#keyRing).offer(
      ownerOf(visitor),
      this.#randomBytes,
    );
    const url = totp.toString();
    return {
      secret: totp.secret.base32,
      url,
      qrCode: await QRCode.toDataURL(url, { margin: 2, width: 240 }),
    };
  }

  /** @throws DirectoryError `missing_param` when the code is not one of the authenticator that was offered */
  confirmTotp(request: AdministratorRequest, code: string): Promise<NewRecoveryCodes> {
    const owner = ownerOf(request.visitor);
    return this.#change(request, 'totp-added', async (inside) => {
      const authenticator = new Authenticator(inside, this.#keyRing);
      if (!(await authenticator.confirm(owner, code.replaceAll(/\s/g, ''), this.#clock()))) {
        const message =
          'This is not the code that the authenticator shows now. Is the clock of the device right?';
        throw invalidParameters([{ param: 'code', message }]);
      }
      return this.#newCodes(inside, owner);
    });
  }

  /** @throws DirectoryError `not_found` */
  async removeTotp(request: AdministratorRequest): Promise<Account> {
    const { id } = ownerOf(request.visitor);
    await this.#change(request, 'totp-removed', async (inside) => {
      const factors = new SecondFactorRepository(inside);
      if (!(await factors.removeTotp(id)))
        throw new DirectoryError('not_found', 'There is no authenticator.');
      await this.#dropIdleCodes(inside, id);
    });
    return this.show(request);
  }

  /** @throws DirectoryError `not_found` when there is no factor that they could stand in for */
  renewRecoveryCodes(request: AdministratorRequest): Promise<NewRecoveryCodes> {
    const owner = ownerOf(request.visitor);
    return this.#change(request, 'recovery-codes-made', async (inside) => {
      if (await this.#hasFactor(inside, owner.id)) return this.#newCodes(inside, owner);
      throw new DirectoryError(
        'not_found',
        'Recovery codes stand in for an authenticator or a passkey: add one first.',
      );
    });
  }

  offerPasskey({ visitor }: AdministratorRequest): Promise<PasskeyOffer> {
    return new Passkeys(this.#database, this.#url).offer(ownerOf(visitor), this.#clock());
  }

  /** @throws DirectoryError `missing_param` when it is none, came too late or is known already */
  async addPasskey(
    request: AdministratorRequest,
    { label, response }: PasskeyRegistration,
  ): Promise<Account> {
    const owner = ownerOf(request.visitor);
    await this.#change(
      request,
      'passkey-added',
      async (inside) => {
        const passkeys = new Passkeys(inside, this.#url);
        if (await passkeys.add(owner, label, response, this.#clock())) return;
        const message = 'The passkey could not be added: its answer came too late, or it is here already.';
        throw invalidParameters([{ param: 'response', message }]);
      },
      () => label,
    );
    return this.show(request);
  }

  /** @throws DirectoryError `not_found` */
  async removePasskey(request: AdministratorRequest, passkeyId: string): Promise<Account> {
    const { id } = ownerOf(request.visitor);
    await this.#change(
      request,
      'passkey-removed',
      async (inside) => {
        const label = await new PasskeyRepository(inside).remove(id, passkeyId);
        if (label === undefined) throw new DirectoryError('not_found', 'There is no such passkey.');
        await this.#dropIdleCodes(inside, id);
        return label;
      },
      (label) => label,
    );
    return this.show(request);
  }

  async #newCodes(inside: Database, { id }: PasskeyOwner): Promise<NewRecoveryCodes> {
    return { recoveryCodes: await new RecoveryCodes(inside, this.#keyRing).replace(id, this.#randomBytes) };
  }

  async #hasFactor(inside: Database, id: string): Promise<boolean> {
    if (await new SecondFactorRepository(inside).totp(id)) return true;
    return (await new PasskeyRepository(inside).of(id)).length > 0;
  }

  /** Recovery codes go with the last factor that they could stand in for. */
  async #dropIdleCodes(inside: Database, id: string): Promise<void> {
    if (!(await this.#hasFactor(inside, id)))
      await new SecondFactorRepository(inside).replaceRecoveryCodes(id, []);
  }

  /** Does a change and records it, both or neither. */
  #change<T>(
    request: AdministratorRequest,
    action: AuditAction,
    work: (inside: Database) => Promise<T>,
    subjectOf: (result: T) => string = () => '',
  ): Promise<T> {
    return inTransaction(this.#database, async (inside) => {
      const result = await work(inside);
      const deed = { actor: request.visitor.name, action, at: this.#clock(), subject: subjectOf(result) };
      await record(inside, request, deed);
      return result;
    });
  }
}

function ownerOf({ administratorId, name }: AdministratorRequest['visitor']): PasskeyOwner {
  return { id: administratorId, name };
}
