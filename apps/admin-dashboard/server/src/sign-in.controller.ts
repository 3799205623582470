import { Body, Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { MemoryRateStore } from '@care-atlas/server/limits';
import { clientNetwork } from '@care-atlas/server/access';
import type { FastifyReply } from 'fastify';
import type { PasskeyRequest, SessionState } from '../../contract/sign-in.js';
import { CodeBody, NewPasswordBody, PasskeySignInBody, SignInBody } from './body.js';
import { SessionBook } from './session-book.js';
import { SESSION_COOKIE, type SessionCookie } from './session-cookie.js';
import { SignIn } from './sign-in.js';
import { EVERYBODY, OpenTo } from './stage.decorator.js';
import { TooSoonError } from './too-soon.js';
import type { AdministratorRequest, VisitorRequest } from './visitor.js';

const CHALLENGES_A_MINUTE = 30;
const MINUTE_MS = 60_000;

/** Signing in and out. */
@Controller('api')
export class SignInController {
  constructor(
    private readonly signIn: SignIn,
    private readonly sessions: SessionBook,
    private readonly rates: MemoryRateStore,
    @Inject(SESSION_COOKIE) private readonly cookie: SessionCookie,
  ) {}

  @Get('session')
  @OpenTo(...EVERYBODY)
  async session(
    @Req() request: VisitorRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionState> {
    const { visitor } = request;
    const factors = visitor ? await this.signIn.factorsOf(visitor.administratorId) : [];
    return this.sessions.describe(request, reply, factors);
  }

  @Post('sign-in')
  @HttpCode(200)
  @OpenTo(...EVERYBODY)
  password(
    @Req() request: VisitorRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: SignInBody,
  ): Promise<SessionState> {
    return this.signIn.withPassword(request, reply, body);
  }

  @Post('sign-in/new-password')
  @HttpCode(200)
  @OpenTo('new-password')
  newPassword(
    @Req() request: AdministratorRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { newPassword }: NewPasswordBody,
  ): Promise<SessionState> {
    return this.signIn.withNewPassword(request, reply, newPassword);
  }

  @Post('sign-in/code')
  @HttpCode(200)
  @OpenTo('second-factor')
  code(
    @Req() request: AdministratorRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { code }: CodeBody,
  ): Promise<SessionState> {
    return this.signIn.withCode(request, reply, code);
  }

  @Post('sign-in/passkey/options')
  @HttpCode(200)
  @OpenTo('signed-out', 'second-factor')
  async passkeyOptions(@Req() request: VisitorRequest): Promise<PasskeyRequest> {
    const subject = `challenge:${clientNetwork(request.ip)}`;
    const count = await this.rates.increment(subject, MINUTE_MS, CHALLENGES_A_MINUTE);
    if (count.isBlocked) throw new TooSoonError(count.timeToBlockExpire);
    return this.signIn.askForPasskey(request);
  }

  @Post('sign-in/passkey')
  @HttpCode(200)
  @OpenTo('signed-out', 'second-factor')
  passkey(
    @Req() request: VisitorRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { response }: PasskeySignInBody,
  ): Promise<SessionState> {
    return this.signIn.withPasskey(request, reply, response);
  }

  @Post('sign-out')
  @HttpCode(204)
  @OpenTo('new-password', 'second-factor', 'signed-in')
  async signOut(
    @Req() request: AdministratorRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.signIn.signOut(request);
    this.cookie.clear(reply);
  }
}
