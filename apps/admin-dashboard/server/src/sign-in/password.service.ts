import { Injectable } from '@nestjs/common';
import {
  type Administrator,
  AdministratorRepository,
  AdminSessionRepository,
  hashPassword,
  verifyPassword,
} from '@care-atlas/data/administration';
import { AuditLog } from '../audit/audit-log.js';
import { Dependencies } from '../dependencies.js';
import { DashboardError, invalidField } from '../http/dashboard-error.js';
import type { DashboardRequest, SessionRequest } from '../http/endpoint.js';
import { passwordFault } from './password-rules.js';
import { SignInThrottle } from './sign-in-throttle.js';

/** The password of a signed-in administrator, and what every failed attempt has in common. */
@Injectable()
export class PasswordService {
  constructor(
    private readonly audit: AuditLog,
    private readonly throttle: SignInThrottle,
    private readonly dependencies: Dependencies,
  ) {}

  /**
   * Checks the password again. Counts as a sign-in attempt.
   * @param param the name of the field that contains the password
   * @throws DirectoryError `missing_param` if the password is wrong
   */
  async confirm(
    request: SessionRequest,
    password: string,
    param: 'password' | 'currentPassword' = 'password',
  ): Promise<Administrator> {
    const administrator = await this.ownerOf(request);
    await this.throttle.begin('account', administrator.name);
    if (!(await verifyPassword(administrator.passwordHash, password))) {
      await this.recordFailure(request, administrator, 'password');
      throw invalidField(param, { code: 'wrong_password' });
    }
    await this.throttle.succeed('account', administrator.name);
    return administrator;
  }

  /**
   * Changes a password and ends all other sessions of its owner.
   * @throws DirectoryError `missing_param` if the rules reject it or it is the current password
   */
  async change(
    request: SessionRequest,
    { id, name, passwordHash }: Administrator,
    newPassword: string,
  ): Promise<void> {
    const unchanged = await verifyPassword(passwordHash, newPassword);
    const fault = passwordFault(newPassword, name) ?? (unchanged && ({ code: 'same_password' } as const));
    if (fault) throw invalidField('newPassword', fault);
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

  /** Returns the administrator of a session. */
  async ownerOf({ liveSession }: SessionRequest): Promise<Administrator> {
    const { database } = this.dependencies;
    const administrator = await new AdministratorRepository(database).byId(liveSession.administratorId);
    if (!administrator) throw new DashboardError('unauthorized', { code: 'sign_in_first' });
    return administrator;
  }

  /** Records a failure. Does not record an unknown name, which may be a password in the wrong field. */
  async recordFailure(
    request: DashboardRequest,
    administrator: Administrator | undefined,
    why: string,
  ): Promise<void> {
    const subject = administrator?.name ?? '';
    await this.audit.record(request, { action: 'sign-in-failed', actor: '', subject, details: { why } });
    await this.throttle.prune();
  }
}
