import { Controller, Delete, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { AdminSessionRepository } from '@care-atlas/data/administration';
import { inTransaction } from '@care-atlas/data/connection';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { FastifyReply } from 'fastify';
import type { Sessions } from '../../contract/own-session.js';
import { record } from './audit-trail.js';
import { deviceName } from './device.js';
import { SESSION_COOKIE, type SessionCookie } from './session-cookie.js';
import { SignIn } from './sign-in.js';
import { sessionLimits, SURROUNDINGS, type Surroundings } from './surroundings.js';
import type { AdministratorRequest } from './visitor.js';

/** One's own sessions. They are known outside by the hash of their id, with which nothing can be opened. */
@Controller('api/account/sessions')
export class SessionsController {
  constructor(
    private readonly signIn: SignIn,
    @Inject(SESSION_COOKIE) private readonly cookie: SessionCookie,
    @Inject(SURROUNDINGS) private readonly surroundings: Surroundings,
  ) {}

  @Get()
  async list(@Req() { visitor }: AdministratorRequest): Promise<Sessions> {
    const { database, configuration, clock } = this.surroundings;
    const sessions = await new AdminSessionRepository(database).of(
      visitor.administratorId,
      sessionLimits(configuration),
      clock(),
    );
    return {
      sessions: sessions.map(({ hash, userAgent, address, begunAt, seenAt }) => ({
        id: hash,
        current: hash === visitor.hash,
        device: deviceName(userAgent),
        address,
        signedInAt: begunAt.toISOString(),
        lastSeenAt: seenAt.toISOString(),
      })),
    };
  }

  @Delete()
  async endOthers(@Req() request: AdministratorRequest): Promise<Sessions> {
    const { administratorId, hash, name } = request.visitor;
    const { database, clock } = this.surroundings;
    await inTransaction(database, async (inside) => {
      const ended = await new AdminSessionRepository(inside).endOthers(administratorId, hash);
      const deed = {
        actor: name,
        action: 'session-ended',
        at: clock(),
        details: { sessions: ended },
      } as const;
      await record(inside, request, deed);
    });
    return this.list(request);
  }

  @Delete(':id')
  async end(
    @Req() request: AdministratorRequest,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Sessions | undefined> {
    const { administratorId, hash, name } = request.visitor;
    if (id === hash) {
      await this.signIn.signOut(request);
      this.cookie.clear(reply);
      void reply.code(204);
      return undefined;
    }
    const { database, clock } = this.surroundings;
    await inTransaction(database, async (inside) => {
      if (!(await new AdminSessionRepository(inside).end(administratorId, id))) {
        throw new DirectoryError('not_found', 'There is no such session of yours.');
      }
      const deed = { actor: name, action: 'session-ended', at: clock(), details: { sessions: 1 } } as const;
      await record(inside, request, deed);
    });
    return this.list(request);
  }
}
