import { Injectable } from '@nestjs/common';
import {
  type Administrator,
  AdministratorRepository,
  AdminSessionRepository,
  hashPassword,
  needsRehash,
  verifyPassword,
} from '@care-atlas/data/administration';
import { DirectoryError, invalidParameters } from '@care-atlas/domain/contract';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Credentials, PasskeyRequest, SecondFactor } from '#contract/sign-in';
import { AuditLog } from '../audit/audit-log.js';
import { Dependencies } from '../dependencies.js';
import { DerivedKeys } from '../derived-keys.js';
import type { DashboardRequest, Exchange, SessionRequest } from '../http/endpoint.js';
import { SessionService, type SessionState } from '../sessions/session.service.js';
import { Authenticator } from './authenticator.js';
import { Passkeys } from './passkeys.js';
import { passwordFault } from './password-rules.js';
import { availableFactors, hasSecondFactor, ownerOf } from './second-factors.js';
import { RecoveryCodes, secondFactorsOf } from './second-factors.js';
import { SignInThrottle } from './sign-in-throttle.js';

/** The steps of signing in. Each step begins a new session. */
@Injectable()
export class SignInService {
  readonly #administrators: AdministratorRepository;
  readonly #throttle: SignInThrottle;
  readonly #authenticator: Authenticator;
  readonly #passkeys: Passkeys;
  /** Compared with the password of an unknown name, so that the check takes as long as for a known one. */
  readonly #dummyHash: Promise<string>;

  constructor(
    private readonly sessions: SessionService,
    private readonly audit: AuditLog,
    private readonly keys: DerivedKeys,
    private readonly dependencies: Dependencies,
  ) {
    const { database, configuration, randomBytes } = dependencies;
    this.#administrators = new AdministratorRepository(database);
    this.#throttle = new SignInThrottle(database, keys);
    this.#authenticator = new Authenticator(database, keys);
    this.#passkeys = new Passkeys(database, configuration.url);
    this.#dummyHash = hashPassword(randomBytes(32).toString('hex'));
  }

  /** Returns the factors that an administrator can use besides a password. */
  async factorsOf(administratorId: string): Promise<readonly SecondFactor[]> {
    return availableFactors(await secondFactorsOf(this.dependencies.database, administratorId));
  }

  /** @throws DirectoryError `unauthorized`, the same for an unknown name and a wrong password */
  async withPassword(exchange: Exchange, { name, password }: Credentials): Promise<SessionState> {
    const { request } = exchange;
    const now = this.dependencies.clock();
    await this.#throttle.begin('address', request.ip, now);
    await this.#throttle.begin('account', name, now);
    const administrator = await this.#administrators.byName(name);
    const matches = await verifyPassword(administrator?.passwordHash ?? (await this.#dummyHash), password);
    if (!administrator || administrator.disabledAt || !matches) {
      await this.#recordFailure(request, administrator, 'password', now);
      throw new DirectoryError('unauthorized', 'Name and password do not match.');
    }
    if (administrator.passwordExpiresAt && administrator.passwordExpiresAt <= now) {
      await this.#recordFailure(request, administrator, 'one-time password expired', now);
      const message =
        'This one-time password is out of date. Create a new one with `npm run admin -- reset NAME`.';
      throw new DirectoryError('unauthorized', message);
    }
    await this.#throttle.succeed('account', name);
    await this.#throttle.succeed('address', request.ip);
    await this.#rehash(administrator, password);
    return this.#afterPassword(exchange, administrator);
  }

  /** Replaces a one-time password by the user's own. */
  async withNewPassword(exchange: Exchange<SessionRequest>, newPassword: string): Promise<SessionState> {
    const administrator = await this.#administratorOf(exchange.request);
    await this.changePassword(exchange.request, administrator, newPassword);
    return this.#afterPassword(exchange, { ...administrator, passwordExpiresAt: null });
  }

  /**
   * Changes a password and ends all other sessions of its owner.
   * @throws DirectoryError `missing_param` if the rules reject it or it is the current password
   */
  async changePassword(
    request: SessionRequest,
    { id, name, passwordHash }: Administrator,
    newPassword: string,
  ): Promise<void> {
    const unchanged = await verifyPassword(passwordHash, newPassword);
    const fault =
      passwordFault(newPassword, name) ?? (unchanged ? 'This is the current password.' : undefined);
    if (fault !== undefined) throw invalidParameters([{ param: 'newPassword', message: fault }]);
    const hash = await hashPassword(newPassword);
    await this.audit.change(
      request,
      'password-changed',
      async (transaction) => {
        const changedAt = this.dependencies.clock();
        await new AdministratorRepository(transaction).setPassword(id, { hash, changedAt });
        return new AdminSessionRepository(transaction).endOthers(id, request.liveSession.hash);
      },
      (otherSessionsEnded) => ({ details: { otherSessionsEnded } }),
    );
  }

  /** Verifies the second factor by a code of an authenticator or a recovery code. */
  async withCode(exchange: Exchange<SessionRequest>, code: string): Promise<SessionState> {
    const { request } = exchange;
    const now = this.dependencies.clock();
    const administrator = await this.#administratorOf(request);
    await this.#throttle.begin('second-factor', administrator.id, now);
    const typed = code.replaceAll(/\s/g, '');
    const isTotp = /^\d{6}$/.test(typed);
    const isCorrect = isTotp
      ? await this.#authenticator.use(administrator, typed, now)
      : await this.#useRecoveryCode(request, typed, now);
    if (!isCorrect) {
      const failed = isTotp ? 'authenticator code' : 'recovery code';
      await this.#recordFailure(request, administrator, failed, now);
      throw new DirectoryError('unauthorized', 'This code is wrong or was already used.');
    }
    await this.#throttle.succeed('second-factor', administrator.id);
    const by = isTotp ? 'password and authenticator' : 'password and recovery code';
    return this.#complete(exchange, administrator, by);
  }

  /** Starts the use of a passkey: after a password as the second factor, otherwise instead of it. */
  requestPasskey({ liveSession }: DashboardRequest): Promise<PasskeyRequest> {
    return this.#passkeys.requestOptions(liveSession && ownerOf(liveSession), this.dependencies.clock());
  }

  async withPasskey(exchange: Exchange, response: AuthenticationResponseJSON): Promise<SessionState> {
    const { request } = exchange;
    const now = this.dependencies.clock();
    const owner = request.liveSession && ownerOf(request.liveSession);
    await this.#throttle.begin('address', request.ip, now);
    const id = await this.#passkeys.verify(owner, response, now);
    const administrator = id === undefined ? undefined : await this.#administrators.byId(id);
    if (!administrator || administrator.disabledAt) {
      await this.#recordFailure(request, administrator, 'passkey', now);
      throw new DirectoryError('unauthorized', 'This passkey is unknown, or the response came too late.');
    }
    await this.#throttle.succeed('address', request.ip);
    return this.#complete(exchange, administrator, owner ? 'password and passkey' : 'passkey');
  }

  /**
   * Checks the password again. Counts as a sign-in attempt.
   * @param param the name of the field that contains the password
   * @throws DirectoryError `missing_param` if the password is wrong
   */
  async confirmPassword(
    request: SessionRequest,
    password: string,
    param: 'password' | 'currentPassword' = 'password',
  ): Promise<Administrator> {
    const now = this.dependencies.clock();
    const administrator = await this.#administratorOf(request);
    await this.#throttle.begin('account', administrator.name, now);
    if (!(await verifyPassword(administrator.passwordHash, password))) {
      await this.#recordFailure(request, administrator, 'password', now);
      throw invalidParameters([{ param, message: 'This is not your password.' }]);
    }
    await this.#throttle.succeed('account', administrator.name);
    return administrator;
  }

  async #administratorOf({ liveSession }: SessionRequest): Promise<Administrator> {
    const administrator = await this.#administrators.byId(liveSession.administratorId);
    if (!administrator) throw new DirectoryError('unauthorized', 'Sign in first.');
    return administrator;
  }

  /** Continues with what the administrator still needs: a new password, a second factor, or nothing. */
  async #afterPassword(exchange: Exchange, administrator: Administrator): Promise<SessionState> {
    if (administrator.passwordExpiresAt) {
      return this.sessions.begin(exchange, administrator, 'new-password');
    }
    const factors = await secondFactorsOf(this.dependencies.database, administrator.id);
    if (!hasSecondFactor(factors)) return this.#complete(exchange, administrator, 'password');
    return this.sessions.begin(exchange, administrator, 'second-factor', availableFactors(factors));
  }

  async #complete(exchange: Exchange, administrator: Administrator, by: string): Promise<SessionState> {
    const state = await this.sessions.begin(exchange, administrator, 'signed-in');
    const { name: actor } = administrator;
    await this.audit.record(exchange.request, { action: 'sign-in', actor, details: { by } });
    return state;
  }

  #useRecoveryCode(request: SessionRequest, typed: string, now: Date): Promise<boolean> {
    const { administratorId: id } = request.liveSession;
    return this.dependencies.database.transaction(async (transaction) => {
      if (!(await new RecoveryCodes(transaction, this.keys).use(id, typed, now))) return false;
      await this.audit.record(request, { action: 'recovery-code-used' }, transaction);
      return true;
    });
  }

  /** Records a failure. Does not record an unknown name, which may be a password in the wrong field. */
  async #recordFailure(
    request: DashboardRequest,
    administrator: Administrator | undefined,
    why: string,
    now: Date,
  ): Promise<void> {
    const subject = administrator?.name ?? '';
    await this.audit.record(request, { action: 'sign-in-failed', actor: '', subject, details: { why } });
    await this.#throttle.prune(now);
  }

  async #rehash({ id, passwordHash }: Administrator, password: string): Promise<void> {
    if (!needsRehash(passwordHash)) return;
    await this.#administrators.rehash(id, passwordHash, await hashPassword(password));
  }
}
