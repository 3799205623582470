import { Inject, Injectable } from '@nestjs/common';
import {
  type Administrator,
  AdministratorRepository,
  AdminSessionRepository,
  hashPassword,
  needsRehash,
  PasskeyRepository,
  SecondFactorRepository,
  verifyPassword,
} from '@care-atlas/data/administration';
import { type Database, inTransaction } from '@care-atlas/data/connection';
import { DirectoryError, invalidParameters } from '@care-atlas/domain/contract';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyReply } from 'fastify';
import type { SecondFactor, SessionState } from '../../contract/sign-in.js';
import { Attempts } from './attempts.js';
import { record } from './audit-trail.js';
import { Authenticator } from './authenticator.js';
import { KeyRing } from './key-ring.js';
import { Passkeys } from './passkeys.js';
import { passwordFault } from './password-rules.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SessionBook } from './session-book.js';
import { SURROUNDINGS, type Surroundings } from './surroundings.js';
import type { AdministratorRequest, VisitorRequest } from './visitor.js';

const NO_MATCH = 'Name and password do not match.';

/** The steps of signing in, each of which begins a new session. */
@Injectable()
export class SignIn {
  readonly #database: Database;
  readonly #clock: () => Date;
  readonly #administrators: AdministratorRepository;
  readonly #attempts: Attempts;
  readonly #keyRing: KeyRing;
  readonly #authenticator: Authenticator;
  readonly #passkeys: Passkeys;
  /** What the password of somebody unknown is compared with, so that it takes as long. */
  readonly #nobodysHash: Promise<string>;

  constructor(
    private readonly sessions: SessionBook,
    @Inject(SURROUNDINGS) { database, configuration, clock, randomBytes }: Surroundings,
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#administrators = new AdministratorRepository(database);
    this.#keyRing = new KeyRing(configuration.secret);
    this.#attempts = new Attempts(database, this.#keyRing);
    this.#authenticator = new Authenticator(database, this.#keyRing);
    this.#passkeys = new Passkeys(database, configuration.url);
    this.#nobodysHash = hashPassword(randomBytes(32).toString('hex'));
  }

  /** What somebody can show besides a password. */
  async factorsOf(administratorId: string): Promise<readonly SecondFactor[]> {
    const factors = new SecondFactorRepository(this.#database);
    const [totp, codes, passkeys] = await Promise.all([
      factors.totp(administratorId),
      factors.recoveryCodesLeft(administratorId),
      new PasskeyRepository(this.#database).of(administratorId),
    ]);
    const has: Record<SecondFactor, boolean> = {
      totp: totp !== undefined,
      passkey: passkeys.length > 0,
      'recovery-code': codes > 0,
    };
    return (Object.keys(has) as SecondFactor[]).filter((factor) => has[factor]);
  }

  /**
   * The first step, with name and password.
   * @throws DirectoryError `unauthorized`, the same for an unknown name and a wrong password
   */
  async withPassword(
    request: VisitorRequest,
    reply: FastifyReply,
    { name, password }: { readonly name: string; readonly password: string },
  ): Promise<SessionState> {
    const now = this.#clock();
    await this.#attempts.begin('address', request.ip, now);
    await this.#attempts.begin('account', name, now);
    const administrator = await this.#administrators.byName(name);
    const matches = await verifyPassword(administrator?.passwordHash ?? (await this.#nobodysHash), password);
    if (!administrator || administrator.disabledAt || !matches) {
      await this.#failed(request, administrator, 'password', now);
      throw new DirectoryError('unauthorized', NO_MATCH);
    }
    if (administrator.passwordExpiresAt && administrator.passwordExpiresAt <= now) {
      await this.#failed(request, administrator, 'one-time password expired', now);
      throw new DirectoryError(
        'unauthorized',
        'This one-time password is out of date: `npm run admin -- reset NAME` makes another.',
      );
    }
    await this.#attempts.succeed('account', name);
    await this.#attempts.succeed('address', request.ip);
    await this.#rehash(administrator, password);
    return this.#goOn(request, reply, administrator, 'password');
  }

  /** The step after a one-time password: another, of one's own. */
  async withNewPassword(
    request: AdministratorRequest,
    reply: FastifyReply,
    newPassword: string,
  ): Promise<SessionState> {
    const administrator = await this.#administratorOf(request);
    await this.changePassword(request, administrator, newPassword);
    return this.#goOn(request, reply, { ...administrator, passwordExpiresAt: null }, 'password');
  }

  /**
   * Changes somebody's password, and ends all their sessions.
   * @throws DirectoryError `missing_param` when it is refused by the rules, or is the one before
   */
  async changePassword(
    request: AdministratorRequest,
    { id, name, passwordHash }: Administrator,
    newPassword: string,
  ): Promise<void> {
    const same = await verifyPassword(passwordHash, newPassword);
    const fault = passwordFault(newPassword, name) ?? (same ? 'This is the password so far.' : undefined);
    if (fault !== undefined) throw invalidParameters([{ param: 'newPassword', message: fault }]);
    const hash = await hashPassword(newPassword);
    const changedAt = this.#clock();
    await inTransaction(this.#database, async (inside) => {
      await new AdministratorRepository(inside).setPassword(id, { hash, changedAt });
      const ended = await new AdminSessionRepository(inside).endOthers(id, request.visitor.hash);
      const details = { otherSessionsEnded: ended };
      await record(inside, request, { actor: name, action: 'password-changed', at: changedAt, details });
    });
  }

  /** The second step, with a code of an authenticator or a recovery code. */
  async withCode(request: AdministratorRequest, reply: FastifyReply, code: string): Promise<SessionState> {
    const now = this.#clock();
    const administrator = await this.#administratorOf(request);
    await this.#attempts.begin('second-factor', administrator.id, now);
    const typed = code.replaceAll(/\s/g, '');
    const isTotp = /^\d{6}$/.test(typed);
    const right = isTotp
      ? await this.#authenticator.check(administrator, typed, now)
      : await this.#useRecoveryCode(request, administrator, typed, now);
    if (!right) {
      await this.#failed(request, administrator, isTotp ? 'authenticator code' : 'recovery code', now);
      throw new DirectoryError('unauthorized', 'This code is not right, or was used before.');
    }
    await this.#attempts.succeed('second-factor', administrator.id);
    return this.#finish(
      request,
      reply,
      administrator,
      isTotp ? 'password and authenticator' : 'password and recovery code',
    );
  }

  /** What a passkey is asked for: as a second factor after a password, otherwise instead of one. */
  async askForPasskey(request: VisitorRequest) {
    const now = this.#clock();
    return this.#passkeys.ask(secondFactorOf(request), now);
  }

  /** The step with a passkey: the second, or the only one. */
  async withPasskey(
    request: VisitorRequest,
    reply: FastifyReply,
    response: AuthenticationResponseJSON,
  ): Promise<SessionState> {
    const now = this.#clock();
    const owner = secondFactorOf(request);
    await this.#attempts.begin('address', request.ip, now);
    const id = await this.#passkeys.check(owner, response, now);
    const administrator = id === undefined ? undefined : await this.#administrators.byId(id);
    if (!administrator || administrator.disabledAt) {
      await this.#failed(request, administrator, 'passkey', now);
      throw new DirectoryError(
        'unauthorized',
        'This passkey is not known here, or its answer came too late.',
      );
    }
    await this.#attempts.succeed('address', request.ip);
    return this.#finish(request, reply, administrator, owner ? 'password and passkey' : 'passkey');
  }

  /** Signs out: the session ends on the server. */
  async signOut(request: AdministratorRequest): Promise<void> {
    const { hash, administratorId, name } = request.visitor;
    await inTransaction(this.#database, async (inside) => {
      await new AdminSessionRepository(inside).end(administratorId, hash);
      await record(inside, request, { actor: name, action: 'sign-out', at: this.#clock() });
    });
    await request.session.destroy();
  }

  /**
   * Asks for the password again. It counts as an attempt.
   * @param param where the password was given
   * @throws DirectoryError `missing_param` when it is wrong
   */
  async checkPassword(
    request: AdministratorRequest,
    password: string,
    param: 'password' | 'currentPassword',
  ): Promise<Administrator> {
    const now = this.#clock();
    const administrator = await this.#administratorOf(request);
    await this.#attempts.begin('account', administrator.name, now);
    if (!(await verifyPassword(administrator.passwordHash, password))) {
      await this.#failed(request, administrator, 'password', now);
      throw invalidParameters([{ param, message: 'This is not your password.' }]);
    }
    await this.#attempts.succeed('account', administrator.name);
    return administrator;
  }

  async #administratorOf({ visitor }: AdministratorRequest): Promise<Administrator> {
    const administrator = await this.#administrators.byId(visitor.administratorId);
    if (!administrator) throw new DirectoryError('unauthorized', 'Sign in first.');
    return administrator;
  }

  /** What comes after the password. */
  async #goOn(
    request: VisitorRequest,
    reply: FastifyReply,
    administrator: Administrator,
    by: string,
  ): Promise<SessionState> {
    if (administrator.passwordExpiresAt) {
      return this.sessions.begin(request, reply, { ...administrator, factors: [] }, 'new-password');
    }
    const factors = await this.factorsOf(administrator.id);
    // Recovery codes stand in for a factor; they are none by themselves.
    if (factors.some((factor) => factor !== 'recovery-code')) {
      return this.sessions.begin(request, reply, { ...administrator, factors }, 'second-factor');
    }
    return this.#finish(request, reply, administrator, by);
  }

  async #finish(
    request: VisitorRequest,
    reply: FastifyReply,
    administrator: Administrator,
    by: string,
  ): Promise<SessionState> {
    const state = await this.sessions.begin(request, reply, { ...administrator, factors: [] }, 'signed-in');
    const entry = {
      actor: administrator.name,
      action: 'sign-in',
      at: this.#clock(),
      details: { by },
    } as const;
    await record(this.#database, request, entry);
    return state;
  }

  #useRecoveryCode(
    request: AdministratorRequest,
    { id, name }: Administrator,
    typed: string,
    now: Date,
  ): Promise<boolean> {
    return inTransaction(this.#database, async (inside) => {
      if (!(await new RecoveryCodes(inside, this.#keyRing).use(id, typed, now))) return false;
      await record(inside, request, { actor: name, action: 'recovery-code-used', at: now });
      return true;
    });
  }

  /** Records a failure. A name that nobody has is not kept: it may be a password in the wrong field. */
  async #failed(
    request: VisitorRequest,
    administrator: Administrator | undefined,
    why: string,
    at: Date,
  ): Promise<void> {
    const subject = administrator?.name ?? '';
    await record(this.#database, request, {
      actor: '',
      action: 'sign-in-failed',
      subject,
      at,
      details: { why },
    });
    await this.#attempts.prune(at);
  }

  async #rehash({ id, passwordHash }: Administrator, password: string): Promise<void> {
    if (!needsRehash(passwordHash)) return;
    await this.#administrators.rehash(id, passwordHash, await hashPassword(password));
  }
}

function secondFactorOf({ visitor }: VisitorRequest): { id: string; name: string } | undefined {
  return visitor && { id: visitor.administratorId, name: visitor.name };
}
