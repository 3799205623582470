import { EVIDENCE_DAYS } from '@care-atlas/domain/rules';
import { readDashboardConfiguration } from './dashboard-configuration.js';

const DATABASE_URL = 'postgres://atlas:s3cret@db.example/care_atlas';
const DASHBOARD_SECRET = 'x'.repeat(32);
const read = (env: NodeJS.ProcessEnv = {}) =>
  readDashboardConfiguration({ DATABASE_URL, DASHBOARD_SECRET, ...env });

it('has a default for everything but the database and the secret', () => {
  expect(read()).toEqual({
    port: 3002,
    host: '127.0.0.1',
    url: 'http://localhost:3002',
    databaseUrl: DATABASE_URL,
    poolSize: 10,
    directoryUrl: DATABASE_URL,
    secret: DASHBOARD_SECRET,
    idleMinutes: 30,
    sessionHours: 12,
    freshDays: 30,
    evidenceDays: EVIDENCE_DAYS,
    oidc: { issuer: '', clientId: '', clientSecret: '', claim: 'email', label: 'your organization' },
    imports: { spool: '', maxBytes: 500_000_000, needsSecondPerson: false },
    trustedProxies: [],
    redisUrl: '',
    healthApiUrl: 'http://localhost:3000/api/v1/',
    healthMcpUrl: 'http://localhost:3001/',
    alerts: { webhookUrl: '', webhookSecret: '', smtpUrl: '', from: '', to: '' },
  });
});

it('makes the address of host and port, unless it is told', () => {
  expect(read({ HOST: '10.1.2.3', DASHBOARD_PORT: '8082' }).url).toBe('http://10.1.2.3:8082');
  expect(read({ DASHBOARD_URL: 'https://admin.atlas.example/' }).url).toBe('https://admin.atlas.example');
});

it.each([
  ['DASHBOARD_SECRET', 'short'],
  ['DATABASE_URL', ''],
  ['SESSION_IDLE_MINUTES', '0'],
  ['SESSION_HOURS', '1000'],
  ['DASHBOARD_PORT', 'many'],
  ['DASHBOARD_URL', 'admin.atlas.example'],
  ['OIDC_ISSUER', 'http://login.example'],
  ['OIDC_CLIENT_ID', ''],
])('refuses %s=%s in one sentence that names it', (name, value) => {
  const issuer = name === 'OIDC_CLIENT_ID' && { OIDC_ISSUER: 'https://login.example' };
  expect(() => read({ ...issuer, [name]: value })).toThrow(new RegExp(`^${name} must .+\\.$`));
});

it('does not show the secret, not even when it is wrong', () => {
  expect(() => read({ DASHBOARD_SECRET: 'hunter2' })).toThrow(
    'DASHBOARD_SECRET must have at least 32 characters; `npm start` makes one where it is not set.',
  );
});
