import type { FastifyReply } from 'fastify';

/** Token of the SessionCookie among Nest's providers. */
export const SESSION_COOKIE = Symbol('SessionCookie');

/** The name and the attributes of a cookie of the dashboard. */
export class SessionCookie {
  readonly name: string;
  readonly options: {
    readonly path: '/';
    readonly httpOnly: true;
    readonly sameSite: 'strict';
    readonly secure: boolean;
  };

  /**
   * Over TLS its name binds it to this very host (`__Host-`); on http, which is for one's own machine, browsers refuse
   * such a name.
   * @param url the dashboard's public address
   */
  constructor(what: 'session' | 'csrf', url: string) {
    const secure = url.startsWith('https:');
    this.name = `${secure ? '__Host-' : ''}care-atlas-${what}`;
    this.options = { path: '/', httpOnly: true, sameSite: 'strict', secure };
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.name, this.options);
  }
}
