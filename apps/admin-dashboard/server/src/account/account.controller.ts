import { Controller } from '@nestjs/common';
import QRCode from 'qrcode';
import {
  AdministratorRepository,
  PasskeyRepository,
  SecondFactorRepository,
} from '@care-atlas/data/administration';
import type { DatabaseScope } from '@care-atlas/data/connection';
import { PasskeyRegistration, PasswordChange, PasswordConfirmation } from '#contract/people/account';
import { Code } from '#contract/people/sign-in';
import { AuditLog } from '../audit/audit-log.js';
import { Dependencies } from '../dependencies.js';
import { DerivedKeys } from '../derived-keys.js';
import { DashboardError, invalidField } from '../http/dashboard-error.js';
import { type Answer, type Call, Endpoint, type SessionRequest } from '../http/endpoint.js';
import { SessionService } from '../sessions/session.service.js';
import { Authenticator } from '../sign-in/authenticator.js';
import { Passkeys } from '../sign-in/passkeys.js';
import { PasswordService } from '../sign-in/password.service.js';
import { hasSecondFactor, ownerOf, RecoveryCodes, secondFactorsOf } from '../sign-in/second-factors.js';

/** The user's own password and factors. Changing a factor requires the password. */
@Controller()
export class AccountController {
  constructor(
    private readonly passwords: PasswordService,
    private readonly sessions: SessionService,
    private readonly audit: AuditLog,
    private readonly keys: DerivedKeys,
    private readonly dependencies: Dependencies,
  ) {}

  @Endpoint('getAccount')
  get({ request }: Call<'getAccount'>): Promise<Answer<'getAccount'>> {
    return this.#account(request);
  }

  @Endpoint('changePassword', PasswordChange)
  async changePassword(call: Call<'changePassword'>): Promise<Answer<'changePassword'>> {
    const { request, body } = call;
    const { currentPassword, newPassword } = body;
    const administrator = await this.passwords.confirm(request, currentPassword, 'currentPassword');
    await this.passwords.change(request, administrator, newPassword);
    return this.sessions.begin(call, administrator, 'signed-in');
  }

  @Endpoint('startTotpSetup', PasswordConfirmation)
  async startTotpSetup({ request, body }: Call<'startTotpSetup'>): Promise<Answer<'startTotpSetup'>> {
    const owner = await this.passwords.confirm(request, body.password);
    const { database, randomBytes } = this.dependencies;
    const totp = await new Authenticator(database, this.keys).create(owner, randomBytes);
    const url = totp.toString();
    const qrCode = await QRCode.toDataURL(url, { margin: 2, width: 240 });
    return { secret: totp.secret.base32, url, qrCode };
  }

  @Endpoint('confirmTotp', Code)
  confirmTotp({ request, body }: Call<'confirmTotp'>): Promise<Answer<'confirmTotp'>> {
    const owner = ownerOf(request.liveSession);
    return this.audit.change(request, 'totp-added', async (transaction) => {
      const typed = body.code.replaceAll(/\s/g, '');
      const authenticator = new Authenticator(transaction, this.keys);
      if (!(await authenticator.confirm(owner, typed, this.dependencies.clock()))) {
        throw invalidField('code', { code: 'wrong_authenticator_code' });
      }
      return this.#replaceCodes(transaction, owner.id);
    });
  }

  @Endpoint('removeTotp', PasswordConfirmation)
  async removeTotp({ request, body }: Call<'removeTotp'>): Promise<Answer<'getAccount'>> {
    const { id } = await this.passwords.confirm(request, body.password);
    await this.audit.change(request, 'totp-removed', async (transaction) => {
      if (!(await new SecondFactorRepository(transaction).removeTotp(id)))
        throw new DashboardError('not_found', { code: 'no_authenticator' });
      await this.#removeUselessCodes(transaction, id);
    });
    return this.#account(request);
  }

  @Endpoint('renewRecoveryCodes', PasswordConfirmation)
  async renewRecoveryCodes({ request, body }: Call<'renewRecoveryCodes'>): Promise<Answer<'confirmTotp'>> {
    const { id } = await this.passwords.confirm(request, body.password);
    return this.audit.change(request, 'recovery-codes-made', async (transaction) => {
      if (hasSecondFactor(await secondFactorsOf(transaction, id))) return this.#replaceCodes(transaction, id);
      throw new DashboardError('not_found', { code: 'no_second_factor' });
    });
  }

  @Endpoint('startPasskeySetup', PasswordConfirmation)
  async startPasskeySetup({
    request,
    body,
  }: Call<'startPasskeySetup'>): Promise<Answer<'startPasskeySetup'>> {
    const owner = await this.passwords.confirm(request, body.password);
    return this.#passkeys().creationOptions(owner, this.dependencies.clock());
  }

  @Endpoint('addPasskey', PasskeyRegistration)
  async addPasskey({
    request,
    body: { label, response },
  }: Call<'addPasskey'>): Promise<Answer<'getAccount'>> {
    const owner = ownerOf(request.liveSession);
    await this.audit.change(
      request,
      'passkey-added',
      async (transaction) => {
        const now = this.dependencies.clock();
        if (await this.#passkeys(transaction).add(owner, label, response, now)) return;
        throw invalidField('response', { code: 'passkey_not_added' });
      },
      () => ({ subject: label }),
    );
    return this.#account(request);
  }

  @Endpoint('removePasskey', PasswordConfirmation)
  async removePasskey({ request, params, body }: Call<'removePasskey'>): Promise<Answer<'getAccount'>> {
    const { id } = await this.passwords.confirm(request, body.password);
    await this.audit.change(
      request,
      'passkey-removed',
      async (transaction) => {
        const label = await new PasskeyRepository(transaction).remove(id, params.id);
        if (label === undefined) throw new DashboardError('not_found', { code: 'no_passkey' });
        await this.#removeUselessCodes(transaction, id);
        return label;
      },
      (label) => ({ subject: label }),
    );
    return this.#account(request);
  }

  async #account({ liveSession: { administratorId } }: SessionRequest): Promise<Answer<'getAccount'>> {
    const { database } = this.dependencies;
    const [administrator, { totp, recoveryCodesLeft, passkeys }] = await Promise.all([
      new AdministratorRepository(database).byId(administratorId),
      secondFactorsOf(database, administratorId),
    ]);
    if (!administrator) throw new DashboardError('unauthorized', { code: 'sign_in_first' });
    return {
      name: administrator.name,
      createdAt: administrator.createdAt,
      passwordChangedAt: administrator.passwordChangedAt,
      totp,
      recoveryCodesLeft,
      passkeys: passkeys.map(({ id, label, synced, createdAt, lastUsedAt }) => ({
        id,
        label,
        synced,
        createdAt,
        lastUsedAt,
      })),
    };
  }

  #passkeys(database: DatabaseScope = this.dependencies.database): Passkeys {
    return new Passkeys(database, this.dependencies.configuration.url);
  }

  async #replaceCodes(transaction: DatabaseScope, id: string): Promise<Answer<'confirmTotp'>> {
    const codes = new RecoveryCodes(transaction, this.keys);
    return { recoveryCodes: await codes.replace(id, this.dependencies.randomBytes) };
  }

  /** Removes the recovery codes together with the last factor that they could replace. */
  async #removeUselessCodes(transaction: DatabaseScope, id: string): Promise<void> {
    if (!hasSecondFactor(await secondFactorsOf(transaction, id)))
      await new SecondFactorRepository(transaction).replaceRecoveryCodes(id, []);
  }
}
