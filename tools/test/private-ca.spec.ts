import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@care-atlas/data/connection';
import { loadSample } from '../src/sample/load-sample.js';
import { MachinePostgres } from './machine-postgres.js';
import { RunningService } from './stage/programs/running-service.js';
import { until } from './stage/until.js';

let folder: string;
let postgres: MachinePostgres;
/** The certificate of a CA that nobody else trusts. */
let ca: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'care-atlas-ca-'));
  ca = join(folder, 'ca.crt');
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=Private CA of a test');
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost');
  writeFileSync(join(folder, 'extensions'), 'subjectAltName=DNS:localhost');
  const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'];
  openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.crt', '-extfile', 'extensions', ...signed);
  postgres = await MachinePostgres.start();
  await migrate(postgres.url);
  await loadSample(postgres.url, 20, new Date(), () => undefined);
  postgres.useTls(join(folder, 'server.crt'), join(folder, 'server.key'));
});
afterAll(() => {
  postgres?.stop();
  rmSync(folder, { recursive: true });
});

/** The URL as in secret.example.yaml: the server's certificate is verified, for its name. */
function verifiedUrl(host: string): string {
  const url = new URL(postgres.url);
  [url.hostname, url.search] = [host, '?sslmode=verify-full'];
  return url.href;
}

it('a service trusts a private CA that NODE_EXTRA_CA_CERTS names', async () => {
  const env = { DATABASE_URL: verifiedUrl('localhost'), NODE_EXTRA_CA_CERTS: ca };
  const api = await RunningService.start('api', env);
  const { status } = await fetch(`${api.url}/api/v1/`);
  await api.stop();
  expect(status).toBe(200);
});

it.each([
  ['does not know the CA', 'localhost', '', /unable to verify|self-signed|unable to get/],
  ['is led to another name', '127.0.0.1', 'ca.crt', /altnames|does not match/],
])('a service that %s does not send its password', async (_, host, file, reason) => {
  const env = {
    DATABASE_URL: verifiedUrl(host),
    NODE_EXTRA_CA_CERTS: file === '' ? '' : join(folder, file),
  };
  const logged = postgres.log().length;
  const api = await RunningService.launch('api', env);
  await until('it gave the reason', () => Promise.resolve(api.lines.some((line) => reason.test(line))));
  await api.end();
  expect(postgres.log().slice(logged)).not.toMatch(/authorized|authenticated/);
});
