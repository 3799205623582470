import type { FastifyReply } from 'fastify';

/** Name and attributes of a cookie. */
export class SessionCookie {
  readonly name: string;
  readonly options: {
    readonly path: '/';
    readonly httpOnly: true;
    readonly sameSite: 'strict';
    readonly secure: boolean;
  };

  /**
   * Uses the prefix `__Host-` over TLS, which binds the cookie to the host. Browsers reject the prefix on plain HTTP.
   * @param url the dashboard's public address
   */
  constructor(purpose: 'session' | 'csrf', url: string) {
    const secure = url.startsWith('https:');
    this.name = `${secure ? '__Host-' : ''}care-atlas-${purpose}`;
    this.options = { path: '/', httpOnly: true, sameSite: 'strict', secure };
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.name, this.options);
  }
}
