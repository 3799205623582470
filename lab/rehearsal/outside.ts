import { appendFileSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer, request as requestHttp, type ServerResponse } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import S3rver from '@20minutes/s3rver';
import { Provider } from 'oidc-provider';
import { BUCKET, CLIENT, CLIENT_SECRET, NAMES, PERSON } from './outside-names.js';

// node outside.ts FOLDER ADDRESS DASHBOARD_URL
// What is beyond the machine of the rehearsal: an OpenID Connect provider, a webhook, a mail server, a bucket and a collector
// of traces. The first four speak TLS with a certificate of the rehearsal's own CA. What the webhook, the mail server and the
// collector received is written to FOLDER, a line each.
const [folder = '', address = '', dashboardUrl = ''] = process.argv.slice(2);
const tls = {
  key: readFileSync(join(folder, 'outside.key')),
  cert: readFileSync(join(folder, 'outside.crt')),
};
const note = (what: string, fact: object) =>
  appendFileSync(join(folder, `${what}.ndjson`), `${JSON.stringify(fact)}\n`);

const provider = new Provider(`https://${NAMES.login}`, {
  clients: [
    {
      client_id: CLIENT,
      client_secret: CLIENT_SECRET,
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: [`${dashboardUrl}/api/sign-in/provider/callback`],
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  pkce: { required: () => true },
  cookies: { keys: ['a key of the rehearsal'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, subject) => ({
    accountId: subject,
    claims: () => ({ sub: subject, email: PERSON, email_verified: true }),
  }),
});
provider.proxy = true;
const answerProvider = provider.callback();

/** The provider signs in the person and agrees to everything, without a page. */
async function interact(
  request: IncomingMessage,
  response: Parameters<typeof answerProvider>[1],
): Promise<void> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login')
    return provider.interactionFinished(request, response, { login: { accountId: 'one' } });
  const grant =
    (grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
    new provider.Grant({ accountId: session!.accountId, clientId: String(params['client_id']) });
  grant.addOIDCScope(String(params['scope']));
  await provider.interactionFinished(
    request,
    response,
    { consent: { grantId: await grant.save() } },
    { mergeWithLastSubmission: true },
  );
}

const bucket = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: join(folder, 'bucket'),
  configureBuckets: [{ name: BUCKET }],
  vhostBuckets: false,
});
// It forgets the slash of a bucket's path when it checks the signature of a list.
bucket.middleware.unshift((context, next) => {
  if (context.path.endsWith('/'))
    context.app = Object.create(bucket, { allowMismatchedSignatures: { value: true } }) as S3rver;
  return next();
});
const { port } = await bucket.run();

/** Passes a request on to the bucket, which checks the signature of its headers. */
function store(request: IncomingMessage, response: ServerResponse): void {
  const { method = '', url = '', headers } = request;
  const passed = requestHttp({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(response);
  });
  request.pipe(passed);
}

async function takeAlert(request: IncomingMessage, response: ServerResponse): Promise<void> {
  note('alerts', { headers: request.headers, body: await text(request) });
  response.writeHead(204).end();
}

/** One address: the name that a client asks for chooses the server. */
const front = createServer(tls, (request, response) => {
  const { host } = request.headers;
  if (host === NAMES.hooks) void takeAlert(request, response);
  else if (host === NAMES.store) store(request, response);
  else if (request.url?.startsWith('/interaction/')) void interact(request, response);
  else {
    request.headers['x-forwarded-proto'] = 'https';
    void answerProvider(request, response);
  }
}).listen(443, address);

const traces = createHttpServer((request, response) => {
  void text(request).then((body) => {
    note('traces', { url: request.url, bytes: body.length });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
}).listen(4318);

/** A mail server that takes every message. */
const mail = createTlsServer(tls, (socket: TLSSocket) => {
  let [received, isMessage] = ['', false];
  const say = (line: string) => socket.write(`${line}\r\n`);
  say(`220 ${NAMES.mail} ready`);
  socket
    .on('error', () => undefined)
    .on('data', (data) => {
      received += data.toString();
      for (;;) {
        const end = isMessage ? received.indexOf('\r\n.\r\n') : received.indexOf('\r\n');
        if (end === -1) return;
        const line = received.slice(0, end);
        received = received.slice(end + (isMessage ? 5 : 2));
        if (isMessage) {
          note('mails', { message: line });
          isMessage = false;
          say('250 taken');
        } else if (/^EHLO/i.test(line)) say(`250-${NAMES.mail}\r\n250 AUTH PLAIN`);
        else if (/^AUTH PLAIN/i.test(line)) say('235 welcome');
        else if (/^DATA/i.test(line)) {
          isMessage = true;
          say('354 go on');
        } else if (/^QUIT/i.test(line)) {
          say('221 bye');
          socket.end();
        } else say('250 well');
      }
    });
}).listen(465, address);

process.on('SIGTERM', () => {
  for (const server of [front, traces, mail]) server.close();
  process.exit();
});
console.log('ready');
