import { Controller } from '@nestjs/common';
import {
  type Administrator,
  AdministratorRepository,
  hashPassword,
  needsRehash,
  verifyPassword,
} from '@care-atlas/data/administration';
import { clientNetwork } from '@care-atlas/server/access';
import { MemoryRateStore } from '@care-atlas/server/limits';
import { Code, Credentials, NewPassword, PasskeySignIn } from '#contract/people/sign-in';
import { AuditLog } from '../audit/audit-log.js';
import { Dependencies } from '../dependencies.js';
import { DerivedKeys } from '../derived-keys.js';
import { DashboardError, TooManyAttemptsError } from '../http/dashboard-error.js';
import { type Answer, type Call, Endpoint, type Exchange, type SessionRequest } from '../http/endpoint.js';
import { SessionService, type SessionState } from '../sessions/session.service.js';
import { Authenticator } from './authenticator.js';
import { Passkeys } from './passkeys.js';
import { PasswordService } from './password.service.js';
import { availableFactors, hasSecondFactor, ownerOf } from './second-factors.js';
import { RecoveryCodes, secondFactorsOf } from './second-factors.js';
import { SignInThrottle } from './sign-in-throttle.js';

const CHALLENGES_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/** The steps of signing in. Each step begins a new session. */
@Controller()
export class SignInController {
  readonly #administrators: AdministratorRepository;
  readonly #passkeys: Passkeys;
  /** Compared with the password of an unknown name, so that the check takes as long as for a known one. */
  readonly #dummyHash: Promise<string>;

  constructor(
    private readonly sessions: SessionService,
    private readonly passwords: PasswordService,
    private readonly throttle: SignInThrottle,
    private readonly audit: AuditLog,
    private readonly keys: DerivedKeys,
    private readonly rates: MemoryRateStore,
    private readonly dependencies: Dependencies,
  ) {
    const { database, configuration, randomBytes } = dependencies;
    this.#administrators = new AdministratorRepository(database);
    this.#passkeys = new Passkeys(database, configuration.url);
    this.#dummyHash = hashPassword(randomBytes(32).toString('hex'));
  }

  @Endpoint('getSession')
  async session(call: Call<'getSession'>): Promise<SessionState> {
    const { liveSession } = call.request;
    const { database } = this.dependencies;
    const factors = liveSession && (await secondFactorsOf(database, liveSession.administratorId));
    return this.sessions.describe(call, factors ? availableFactors(factors) : []);
  }

  /** @throws DirectoryError `unauthorized`, the same for an unknown name and a wrong password */
  @Endpoint('signIn', Credentials)
  async withPassword(call: Call<'signIn'>): Promise<SessionState> {
    const { request, body } = call;
    const { name, password } = body;
    await this.throttle.begin('address', request.ip);
    await this.throttle.begin('account', name);
    const administrator = await this.#administrators.byName(name);
    const matches = await verifyPassword(administrator?.passwordHash ?? (await this.#dummyHash), password);
    if (!administrator || administrator.disabledAt || !matches) {
      await this.passwords.recordFailure(request, administrator, 'password');
      throw new DashboardError('unauthorized', { code: 'wrong_name_or_password' });
    }
    const { passwordExpiresAt } = administrator;
    if (passwordExpiresAt && passwordExpiresAt <= this.dependencies.clock()) {
      await this.passwords.recordFailure(request, administrator, 'one-time password expired');
      throw new DashboardError('unauthorized', { code: 'expired_one_time_password' });
    }
    await this.throttle.succeed('account', name);
    await this.throttle.succeed('address', request.ip);
    await this.#rehash(administrator, password);
    return this.#afterPassword(call, administrator);
  }

  /** Replaces a one-time password by the user's own. */
  @Endpoint('chooseNewPassword', NewPassword)
  async withNewPassword(call: Call<'chooseNewPassword'>): Promise<SessionState> {
    const administrator = await this.passwords.ownerOf(call.request);
    await this.passwords.change(call.request, administrator, call.body.newPassword);
    return this.#afterPassword(call, { ...administrator, passwordExpiresAt: null });
  }

  /** Verifies the second factor by a code of an authenticator or a recovery code. */
  @Endpoint('verifyCode', Code)
  async withCode(call: Call<'verifyCode'>): Promise<SessionState> {
    const { request, body } = call;
    const administrator = await this.passwords.ownerOf(request);
    await this.throttle.begin('second-factor', administrator.id);
    const typed = body.code.replaceAll(/\s/g, '');
    const isTotp = /^\d{6}$/.test(typed);
    const authenticator = new Authenticator(this.dependencies.database, this.keys);
    const isCorrect = isTotp
      ? await authenticator.use(administrator, typed, this.dependencies.clock())
      : await this.#useRecoveryCode(request, typed);
    if (!isCorrect) {
      const failed = isTotp ? 'authenticator code' : 'recovery code';
      await this.passwords.recordFailure(request, administrator, failed);
      throw new DashboardError('unauthorized', { code: 'wrong_code' });
    }
    await this.throttle.succeed('second-factor', administrator.id);
    const by = isTotp ? 'password and authenticator' : 'password and recovery code';
    return this.sessions.complete(call, administrator, by);
  }

  /** Starts the use of a passkey: after a password as the second factor, otherwise instead of it. */
  @Endpoint('requestPasskey')
  async requestPasskey({ request }: Call<'requestPasskey'>): Promise<Answer<'requestPasskey'>> {
    const subject = `challenge:${clientNetwork(request.ip)}`;
    const count = await this.rates.increment(subject, MINUTE_MS, CHALLENGES_PER_MINUTE);
    if (count.isBlocked) throw new TooManyAttemptsError(count.timeToBlockExpire);
    const { liveSession } = request;
    return this.#passkeys.requestOptions(liveSession && ownerOf(liveSession), this.dependencies.clock());
  }

  @Endpoint('signInWithPasskey', PasskeySignIn)
  async withPasskey(call: Call<'signInWithPasskey'>): Promise<SessionState> {
    const { request, body } = call;
    const owner = request.liveSession && ownerOf(request.liveSession);
    await this.throttle.begin('address', request.ip);
    const id = await this.#passkeys.verify(owner, body.response, this.dependencies.clock());
    const administrator = id === undefined ? undefined : await this.#administrators.byId(id);
    if (!administrator || administrator.disabledAt) {
      await this.passwords.recordFailure(request, administrator, 'passkey');
      throw new DashboardError('unauthorized', { code: 'unknown_passkey' });
    }
    await this.throttle.succeed('address', request.ip);
    return this.sessions.complete(call, administrator, owner ? 'password and passkey' : 'passkey');
  }

  @Endpoint('signOut')
  async signOut(call: Call<'signOut'>): Promise<undefined> {
    await this.sessions.end(call);
  }

  /** Continues with what the administrator still needs: a new password, a second factor, or nothing. */
  async #afterPassword(exchange: Exchange, administrator: Administrator): Promise<SessionState> {
    if (administrator.passwordExpiresAt) return this.sessions.begin(exchange, administrator, 'new-password');
    const factors = await secondFactorsOf(this.dependencies.database, administrator.id);
    if (!hasSecondFactor(factors)) return this.sessions.complete(exchange, administrator, 'password');
    return this.sessions.begin(exchange, administrator, 'second-factor', availableFactors(factors));
  }

  #useRecoveryCode(request: SessionRequest, typed: string): Promise<boolean> {
    const { administratorId: id } = request.liveSession;
    const { database, clock } = this.dependencies;
    return database.transaction(async (transaction) => {
      if (!(await new RecoveryCodes(transaction, this.keys).use(id, typed, clock()))) return false;
      await this.audit.record(request, { action: 'recovery-code-used' }, transaction);
      return true;
    });
  }

  async #rehash({ id, passwordHash }: Administrator, password: string): Promise<void> {
    if (!needsRehash(passwordHash)) return;
    await this.#administrators.rehash(id, passwordHash, await hashPassword(password));
  }
}
