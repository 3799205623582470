import cookie from '@fastify/cookie';
import csrf from '@fastify/csrf-protection';
import helmet from '@fastify/helmet';
import session from '@fastify/session';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { KeyRing } from './key-ring.js';
import { tokenOwner } from './session-book.js';
import { SessionCookie } from './session-cookie.js';
import { HashedSessionStore } from './session-store.js';
import type { Surroundings } from './surroundings.js';

const SESSION_ID_BYTES = 32;
const HOUR_SECONDS = 3_600;
const YEAR_SECONDS = 365 * 24 * HOUR_SECONDS;

/** Everything between the network and the controllers that protects people in front of a browser. */
export async function defendBrowsers(app: NestFastifyApplication, surroundings: Surroundings): Promise<void> {
  const { configuration, database, randomBytes } = surroundings;
  const keyRing = new KeyRing(configuration.secret);
  const secure = configuration.url.startsWith('https:');
  await app.register(helmet, headers(secure));
  await app.register(cookie);
  const store = new HashedSessionStore({
    pool: database.pool,
    tableName: 'admin_session',
    ttl: configuration.sessionHours * HOUR_SECONDS,
    errorLog: () => undefined,
  });
  const sessionCookie = new SessionCookie('session', configuration.url);
  await app.register(session, {
    secret: keyRing.key('session-cookie').toString('base64url'),
    cookieName: sessionCookie.name,
    cookie: sessionCookie.options,
    store,
    idGenerator: () => randomBytes(SESSION_ID_BYTES).toString('base64url'),
    saveUninitialized: false,
    rolling: false,
  });
  const csrfCookie = new SessionCookie('csrf', configuration.url);
  await app.register(csrf, {
    cookieKey: csrfCookie.name,
    cookieOpts: csrfCookie.options,
    // The token is the session's own: one that was made before signing in is of no use after it.
    getUserInfo: tokenOwner,
    csrfOpts: { hmacKey: keyRing.key('csrf').toString('base64url') },
    getToken: ({ headers: { 'x-csrf-token': token } }) => (typeof token === 'string' ? token : undefined),
  });
  const fastify = app.getHttpAdapter().getInstance();
  // Only JSON is understood: what a form of another site can send is not.
  fastify.removeContentTypeParser('text/plain');
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
  fastify.addHook('onClose', async () => {
    await Promise.resolve(store.close());
  });
}

/** Serves the built files of the client, but for the page itself. */
export async function serveFiles(app: NestFastifyApplication, clientDirectory: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientDirectory,
    wildcard: false,
    index: false,
    globIgnore: ['**/index.html', '**/*.{br,gz}'],
    preCompressed: true,
    cacheControl: false,
    // Names of files under assets/ change with what is in them.
    setHeaders: (reply, path) => {
      const lasting = path.includes('/assets/');
      void reply.header('cache-control', lasting ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
}

/** Nothing from elsewhere, nothing inline but styles that carry the answer's nonce, and in nobody's frame. */
function headers(secure: boolean) {
  const self = ["'self'"];
  return {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: self,
        styleSrc: self,
        imgSrc: [...self, 'data:'],
        fontSrc: self,
        connectSrc: self,
        manifestSrc: self,
        formAction: self,
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' as const },
    referrerPolicy: { policy: 'no-referrer' as const },
    strictTransportSecurity: secure && { maxAge: YEAR_SECONDS },
  };
}
