import cookie from '@fastify/cookie';
import csrf from '@fastify/csrf-protection';
import helmet from '@fastify/helmet';
import session from '@fastify/session';
import fastifyStatic from '@fastify/static';
import { errorCodes } from 'fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Dependencies } from '../dependencies.js';
import { DerivedKeys } from '../derived-keys.js';
import { csrfTokenOwner } from './session.service.js';
import { HashedSessionStore, sessionCookie } from './session-store.js';

const SESSION_ID_BYTES = 32;
/** Everything else, such as the page and its files, is served without a look at the database. */
const NEEDS_SESSION = /^\/api\/(?!ping(?:$|\?))/;
const FILE_TYPE = 'application/octet-stream';
const HOUR_SECONDS = 3_600;
const YEAR_SECONDS = 365 * 24 * HOUR_SECONDS;
/** Browsers obey these in pages only. In some forty scripts and styles they would be a twentieth of the first page's bytes. */
const PAGE_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-xss-protection',
];

/** Installs sessions, CSRF protection and security headers. */
export async function secureBrowsers(app: NestFastifyApplication, dependencies: Dependencies): Promise<void> {
  const { configuration, database, randomBytes } = dependencies;
  const keys = new DerivedKeys(configuration.secret);
  const secure = configuration.url.startsWith('https:');
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!NEEDS_SESSION.test(request.url)) delete request.headers.cookie;
    done();
  });
  await app.register(helmet, headers(secure));
  await app.register(cookie);
  const store = new HashedSessionStore({
    pool: database.pool,
    tableName: 'admin_session',
    ttl: configuration.sessionHours * HOUR_SECONDS,
    errorLog: () => undefined,
  });
  const sessions = sessionCookie('session', configuration.url);
  await app.register(session, {
    secret: keys.key('session-cookie').toString('base64url'),
    cookieName: sessions.name,
    cookie: sessions.options,
    store,
    idGenerator: () => randomBytes(SESSION_ID_BYTES).toString('base64url'),
    saveUninitialized: false,
    rolling: false,
  });
  // The plugin would remove the cookie of a session that has ended. By the time that answer arrives, the browser may have the
  // cookie of the next session, as after a change of the password.
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.session.administratorId === undefined) delete request.cookies[sessions.name];
    done();
  });
  const csrfCookie = sessionCookie('csrf', configuration.url);
  await app.register(csrf, {
    cookieKey: csrfCookie.name,
    cookieOpts: csrfCookie.options,
    // Binds a token to its session: a token from before sign-in is invalid afterwards.
    getUserInfo: csrfTokenOwner,
    csrfOpts: { hmacKey: keys.key('csrf').toString('base64url') },
    getToken: ({ headers: { 'x-csrf-token': token } }) => (typeof token === 'string' ? token : undefined),
  });
  // Accept JSON only, which a form of another site cannot send, and files where one is uploaded, as they arrive.
  fastify.removeContentTypeParser('text/plain');
  fastify.addContentTypeParser(FILE_TYPE, (request, content, done) => {
    done(request.method === 'PUT' ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(FILE_TYPE), content);
  });
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
  fastify.addHook('onClose', async () => {
    await Promise.resolve(store.close());
  });
}

/** Serves the client's built files except its page. */
export async function serveFiles(app: NestFastifyApplication, clientDirectory: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientDirectory,
    wildcard: false,
    index: false,
    globIgnore: ['**/index.html', '**/*.{br,gz}'],
    preCompressed: true,
    cacheControl: false,
    // The entity tag does it.
    lastModified: false,
    // The names of files under assets/ change with their content.
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/');
      void reply.header(
        'cache-control',
        immutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
      );
      if (/\.(?:css|js)(?:\.(?:br|gz))?$/.test(path))
        for (const name of PAGE_HEADERS) reply.raw.removeHeader(name);
    },
  });
}

/** Allows no foreign content, no inline content except styles with the response's nonce, and no framing. */
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
