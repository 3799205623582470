import { type EndpointDefinition, ENDPOINTS } from '#contract/endpoints';
import type { Role } from '@care-atlas/domain/access';
import { refusal, type TestBrowser } from './test-browser.js';
import { TestDashboard } from './test-dashboard.js';

const ROWS: readonly EndpointDefinition[] = Object.values(ENDPOINTS);

let dashboard: TestDashboard;
let browser: TestBrowser;

beforeAll(async () => {
  dashboard = await TestDashboard.start();
  browser = await dashboard.enrol('ada');
});

afterAll(() => dashboard?.stop());

/** Lists "METHOD /path" of every route, read from the tree that the router prints. */
function servedRoutes(): string[] {
  const tree = dashboard.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false });
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \((.+)\)$/.exec(line) ?? [];
    const depth = indent.length / 4;
    const path = (depth === 0 ? '' : parents[depth - 1]!) + part;
    parents[depth] = path;
    return methods
      .split(', ')
      .filter((method) => path.startsWith('/api') && method !== 'HEAD')
      .map((method) => `${method} ${path}`);
  });
}

it('the server serves exactly the rows of the endpoint table', () => {
  const rows = ROWS.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(rows).size).toBe(rows.length);
  expect(servedRoutes().toSorted()).toEqual(rows.toSorted());
});

it.each(
  ROWS.filter(({ openTo = [] }) => !openTo.includes('signed-out')).map((row) => [row.method, row.path]),
)('%s %s is 401 without a session', async (method, path) => {
  const answered = await dashboard.browser().ask(path.replace(/:\w+/g, 'x'), { method });
  expect(refusal(answered)).toMatchObject({ status: 401, error: 'unauthorized' });
});

const OWN_CHANGES = [
  'changePassword',
  'startTotpSetup',
  'confirmTotp',
  'removeTotp',
  'renewRecoveryCodes',
  'startPasskeySetup',
  'addPasskey',
  'removePasskey',
  'endOtherSessions',
  'endSession',
];

it.each<[Role, (name: string, row: EndpointDefinition) => boolean]>([
  [
    'viewer',
    (name, { method, path }) => (method !== 'GET' && !OWN_CHANGES.includes(name)) || isOfPeople(path),
  ],
  ['operator', (_name, { path }) => isOfPeople(path)],
  ['administrator', () => false],
])('a %s is kept from the endpoints of the roles above', async (role, isKept) => {
  const person = await dashboard.enrol(`a-${role}`, dashboard.browser(), role);
  // They begin another session, end this one, or do not end.
  const others = new Set(['signIn', 'requestPasskey', 'signInWithPasskey', 'signOut', 'streamChanges']);
  const rows = Object.entries<EndpointDefinition>(ENDPOINTS).filter(
    ([name, { openTo }]) => !others.has(name) && !(openTo && !openTo.includes('signed-in')),
  );
  for (const [name, row] of rows) {
    const answered = await person.ask(row.path.replace(/:\w+/g, 'x'), { method: row.method });
    const isRefused = answered.status === 403 && answered.text.includes(`, and you are ${role}.`);
    expect([name, isRefused]).toEqual([name, isKept(name, row)]);
  }
});

function isOfPeople(path: string): boolean {
  return path.startsWith('/api/people');
}

it.each(['/api', '/api/', '/api/nothing', '/api/keys/x/y', '/api/runs/x/nothing'])(
  '%s is 404',
  async (path) => {
    expect(refusal(await browser.ask(path))).toMatchObject({ status: 404, error: 'not_found' });
    const sent = await browser.ask(path, { method: 'POST', body: {} });
    expect(refusal(sent)).toMatchObject({ status: 404, error: 'not_found' });
  },
);
