import { Controller } from '@nestjs/common';
import { clientNetwork } from '@care-atlas/server/access';
import { MemoryRateStore } from '@care-atlas/server/limits';
import { Code, Credentials, NewPassword, type PasskeyRequest, PasskeySignIn } from '#contract/sign-in';
import { type Call, Endpoint } from '../http/endpoint.js';
import { TooManyAttemptsError } from '../http/dashboard-error.filter.js';
import { SessionService, type SessionState } from '../sessions/session.service.js';
import { SignInService } from './sign-in.service.js';

const CHALLENGES_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

@Controller()
export class SignInController {
  constructor(
    private readonly signIn: SignInService,
    private readonly sessions: SessionService,
    private readonly rates: MemoryRateStore,
  ) {}

  @Endpoint('getSession')
  async session(call: Call<'getSession'>): Promise<SessionState> {
    const { liveSession } = call.request;
    const factors = liveSession ? await this.signIn.factorsOf(liveSession.administratorId) : [];
    return this.sessions.describe(call, factors);
  }

  @Endpoint('signIn', Credentials)
  password(call: Call<'signIn'>): Promise<SessionState> {
    return this.signIn.withPassword(call, call.body);
  }

  @Endpoint('chooseNewPassword', NewPassword)
  newPassword(call: Call<'chooseNewPassword'>): Promise<SessionState> {
    return this.signIn.withNewPassword(call, call.body.newPassword);
  }

  @Endpoint('verifyCode', Code)
  code(call: Call<'verifyCode'>): Promise<SessionState> {
    return this.signIn.withCode(call, call.body.code);
  }

  @Endpoint('requestPasskey')
  async passkeyRequest({ request }: Call<'requestPasskey'>): Promise<PasskeyRequest> {
    const subject = `challenge:${clientNetwork(request.ip)}`;
    const count = await this.rates.increment(subject, MINUTE_MS, CHALLENGES_PER_MINUTE);
    if (count.isBlocked) throw new TooManyAttemptsError(count.timeToBlockExpire);
    return this.signIn.requestPasskey(request);
  }

  @Endpoint('signInWithPasskey', PasskeySignIn)
  passkey(call: Call<'signInWithPasskey'>): Promise<SessionState> {
    return this.signIn.withPasskey(call, call.body.response);
  }

  @Endpoint('signOut')
  async signOut(call: Call<'signOut'>): Promise<undefined> {
    await this.sessions.end(call);
  }
}
