import { Controller } from '@nestjs/common';
import { type Account, PasskeyRegistration, PasswordChange, PasswordConfirmation } from '#contract/account';
import type { PasskeySetup, RecoveryCodes, TotpSetup } from '#contract/account';
import { Code, type SessionState } from '#contract/sign-in';
import { type Call, Endpoint } from '../http/endpoint.js';
import { SessionService } from '../sessions/session.service.js';
import { SignInService } from '../sign-in/sign-in.service.js';
import { AccountService } from './account.service.js';

/** The user's own password and factors. Changing a factor requires the password. */
@Controller()
export class AccountController {
  constructor(
    private readonly account: AccountService,
    private readonly signIn: SignInService,
    private readonly sessions: SessionService,
  ) {}

  @Endpoint('getAccount')
  get({ request }: Call<'getAccount'>): Promise<Account> {
    return this.account.get(request);
  }

  @Endpoint('changePassword', PasswordChange)
  async changePassword({ request, reply, body }: Call<'changePassword'>): Promise<SessionState> {
    const { currentPassword, newPassword } = body;
    const administrator = await this.signIn.confirmPassword(request, currentPassword, 'currentPassword');
    await this.signIn.changePassword(request, administrator, newPassword);
    return this.sessions.begin(request, reply, administrator, 'signed-in');
  }

  @Endpoint('startTotpSetup', PasswordConfirmation)
  async startTotpSetup({ request, body }: Call<'startTotpSetup'>): Promise<TotpSetup> {
    await this.signIn.confirmPassword(request, body.password);
    return this.account.startTotpSetup(request);
  }

  @Endpoint('confirmTotp', Code)
  confirmTotp({ request, body }: Call<'confirmTotp'>): Promise<RecoveryCodes> {
    return this.account.confirmTotp(request, body.code);
  }

  @Endpoint('removeTotp', PasswordConfirmation)
  async removeTotp({ request, body }: Call<'removeTotp'>): Promise<Account> {
    await this.signIn.confirmPassword(request, body.password);
    return this.account.removeTotp(request);
  }

  @Endpoint('renewRecoveryCodes', PasswordConfirmation)
  async renewRecoveryCodes({ request, body }: Call<'renewRecoveryCodes'>): Promise<RecoveryCodes> {
    await this.signIn.confirmPassword(request, body.password);
    return this.account.renewRecoveryCodes(request);
  }

  @Endpoint('startPasskeySetup', PasswordConfirmation)
  async startPasskeySetup({ request, body }: Call<'startPasskeySetup'>): Promise<PasskeySetup> {
    await this.signIn.confirmPassword(request, body.password);
    return this.account.startPasskeySetup(request);
  }

  @Endpoint('addPasskey', PasskeyRegistration)
  addPasskey({ request, body }: Call<'addPasskey'>): Promise<Account> {
    return this.account.addPasskey(request, body);
  }

  @Endpoint('removePasskey', PasswordConfirmation)
  async removePasskey({ request, params, body }: Call<'removePasskey'>): Promise<Account> {
    await this.signIn.confirmPassword(request, body.password);
    return this.account.removePasskey(request, params.id);
  }
}
