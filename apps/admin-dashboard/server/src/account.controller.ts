import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Account, PasskeyOffer, RecoveryCodes, TotpOffer } from '../../contract/account.js';
import type { SessionState } from '../../contract/sign-in.js';
import { OwnAccount } from './account.js';
import { CodeBody, PasskeyRegistrationBody, PasswordChangeBody, ReauthenticationBody } from './body.js';
import { SessionBook } from './session-book.js';
import { SignIn } from './sign-in.js';
import type { AdministratorRequest } from './visitor.js';

/** One's own password and factors. Whoever changes a factor shows the password again. */
@Controller('api/account')
export class AccountController {
  constructor(
    private readonly account: OwnAccount,
    private readonly signIn: SignIn,
    private readonly sessions: SessionBook,
  ) {}

  @Get()
  show(@Req() request: AdministratorRequest): Promise<Account> {
    return this.account.show(request);
  }

  @Post('password')
  @HttpCode(200)
  async changePassword(
    @Req() request: AdministratorRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { currentPassword, newPassword }: PasswordChangeBody,
  ): Promise<SessionState> {
    const administrator = await this.signIn.checkPassword(request, currentPassword, 'currentPassword');
    await this.signIn.changePassword(request, administrator, newPassword);
    return this.sessions.begin(request, reply, { ...administrator, factors: [] }, 'signed-in');
  }

  @Post('totp')
  @HttpCode(200)
  async offerTotp(
    @Req() request: AdministratorRequest,
    @Body() { password }: ReauthenticationBody,
  ): Promise<TotpOffer> {
    await this.signIn.checkPassword(request, password, 'password');
    return this.account.offerTotp(request);
  }

  @Post('totp/confirm')
  @HttpCode(200)
  confirmTotp(@Req() request: AdministratorRequest, @Body() { code }: CodeBody): Promise<RecoveryCodes> {
    return this.account.confirmTotp(request, code);
  }

  @Post('totp/remove')
  @HttpCode(200)
  async removeTotp(
    @Req() request: AdministratorRequest,
    @Body() { password }: ReauthenticationBody,
  ): Promise<Account> {
    await this.signIn.checkPassword(request, password, 'password');
    return this.account.removeTotp(request);
  }

  @Post('recovery-codes')
  @HttpCode(200)
  async recoveryCodes(
    @Req() request: AdministratorRequest,
    @Body() { password }: ReauthenticationBody,
  ): Promise<RecoveryCodes> {
    await this.signIn.checkPassword(request, password, 'password');
    return this.account.renewRecoveryCodes(request);
  }

  @Post('passkeys/options')
  @HttpCode(200)
  async offerPasskey(
    @Req() request: AdministratorRequest,
    @Body() { password }: ReauthenticationBody,
  ): Promise<PasskeyOffer> {
    await this.signIn.checkPassword(request, password, 'password');
    return this.account.offerPasskey(request);
  }

  @Post('passkeys')
  @HttpCode(200)
  addPasskey(
    @Req() request: AdministratorRequest,
    @Body() registration: PasskeyRegistrationBody,
  ): Promise<Account> {
    return this.account.addPasskey(request, registration);
  }

  @Post('passkeys/:id/remove')
  @HttpCode(200)
  async removePasskey(
    @Req() request: AdministratorRequest,
    @Param('id') id: string,
    @Body() { password }: ReauthenticationBody,
  ): Promise<Account> {
    await this.signIn.checkPassword(request, password, 'password');
    return this.account.removePasskey(request, id);
  }
}
