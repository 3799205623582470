import { Controller, Inject } from '@nestjs/common';
import { AdminSessionRepository } from '@care-atlas/data/administration';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { Sessions } from '#contract/sessions';
import { AuditLog } from '../audit/audit-log.js';
import { DEPENDENCIES, type Dependencies } from '../dependencies.js';
import { type Call, Endpoint } from '../http/endpoint.js';
import type { SessionRequest } from '../http/requests.js';
import { deviceName } from './device-name.js';
import { sessionLimits } from './session-limits.js';
import { SessionService } from './session.service.js';

/** The user's own sessions, identified by the hash of their id, which gives no access. */
@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionService,
    private readonly audit: AuditLog,
    @Inject(DEPENDENCIES) private readonly dependencies: Dependencies,
  ) {}

  @Endpoint('listSessions')
  list({ request }: Call<'listSessions'>): Promise<Sessions> {
    return this.#list(request);
  }

  @Endpoint('endOtherSessions')
  async endOthers({ request }: Call<'endOtherSessions'>): Promise<Sessions> {
    const { administratorId, hash } = request.liveSession;
    await this.audit.change(
      request,
      'session-ended',
      (transaction) => new AdminSessionRepository(transaction).endOthers(administratorId, hash),
      (sessions) => ({ details: { sessions } }),
    );
    return this.#list(request);
  }

  @Endpoint('endSession')
  async end(call: Call<'endSession'>): Promise<Sessions | undefined> {
    const { request, reply, params } = call;
    const { id } = params;
    const { administratorId, hash } = request.liveSession;
    if (id === hash) {
      await this.sessions.end(call);
      void reply.code(204);
      return undefined;
    }
    await this.audit.change(
      request,
      'session-ended',
      async (transaction) => {
        if (await new AdminSessionRepository(transaction).end(administratorId, id)) return;
        throw new DirectoryError('not_found', 'You have no such session.');
      },
      () => ({ details: { sessions: 1 } }),
    );
    return this.#list(request);
  }

  async #list({ liveSession: { administratorId, hash: ownHash } }: SessionRequest): Promise<Sessions> {
    const { database, configuration, clock } = this.dependencies;
    const limits = sessionLimits(configuration);
    const sessions = await new AdminSessionRepository(database).of(administratorId, limits, clock());
    return {
      sessions: sessions.map(({ hash, userAgent, address, begunAt, seenAt }) => ({
        id: hash,
        current: hash === ownHash,
        device: deviceName(userAgent),
        address,
        signedInAt: begunAt.toISOString(),
        lastSeenAt: seenAt.toISOString(),
      })),
    };
  }
}
