import { Controller } from '@nestjs/common';
import { AdminSessionRepository } from '@care-atlas/data/administration';
import { AuditLog } from '../audit/audit-log.js';
import { Dependencies } from '../dependencies.js';
import { DashboardError } from '../http/dashboard-error.js';
import { type Answer, type Call, Endpoint } from '../http/endpoint.js';
import { deviceName } from '../audit/device-name.js';
import { SessionService } from './session.service.js';
import { sessionLimits } from './session-store.js';

/** The user's own sessions, identified by the hash of their id, which gives no access. */
@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionService,
    private readonly audit: AuditLog,
    private readonly dependencies: Dependencies,
  ) {}

  @Endpoint('listSessions')
  async list({ request }: Call<'listSessions'>): Promise<Answer<'listSessions'>> {
    const { administratorId, hash: ownHash } = request.liveSession;
    const { database, configuration, clock } = this.dependencies;
    const limits = sessionLimits(configuration);
    const sessions = await new AdminSessionRepository(database).of(administratorId, limits, clock());
    return {
      sessions: sessions.map(({ hash, userAgent, address, begunAt, seenAt }) => ({
        id: hash,
        current: hash === ownHash,
        device: deviceName(userAgent),
        address,
        signedInAt: begunAt,
        lastSeenAt: seenAt,
      })),
    };
  }

  @Endpoint('endOtherSessions')
  async endOthers(call: Call<'endOtherSessions'>): Promise<Answer<'listSessions'>> {
    const { request } = call;
    const { administratorId, hash } = request.liveSession;
    await this.audit.change(
      request,
      'session-ended',
      (transaction) => new AdminSessionRepository(transaction).endOthers(administratorId, hash),
      (sessions) => ({ details: { sessions } }),
    );
    return this.list(call);
  }

  @Endpoint('endSession')
  async end(call: Call<'endSession'>): Promise<Answer<'endSession'>> {
    const { request, reply, params } = call;
    const { administratorId, hash } = request.liveSession;
    if (params.id === hash) {
      await this.sessions.end(call);
      void reply.code(204);
      return undefined;
    }
    await this.audit.change(
      request,
      'session-ended',
      async (transaction) => {
        if (await new AdminSessionRepository(transaction).end(administratorId, params.id)) return;
        throw new DashboardError('not_found', { code: 'not_your_session' });
      },
      () => ({ details: { sessions: 1 } }),
    );
    return this.list(call);
  }
}
