import { authorizationSearch } from './authorization-search.js';
import { errorOf, TestLogin, type Tokens } from './test-login.js';
import { Visitor } from './visitor.js';

const VERIFIER = 'v'.repeat(43);

describe.each([
  ['a secret from the database', {}],
  ['a configured secret', { OAUTH_SECRET: 'a secret of thirty-two characters, or more' }],
])('two instances with %s', (_what, env) => {
  let login: TestLogin;

  beforeAll(async () => {
    login = await TestLogin.start(env, 2);
  });
  afterAll(() => login?.stop());

  test('share the steps of one sign-in', async () => {
    const clientId = await login.register();
    const visitor = new Visitor(login, [0, 1]);
    const page = await visitor.open(`/oauth/authorize?${authorizationSearch(clientId, VERIFIER)}`);
    const sent = await visitor.submit(page, { choice: 'key', key: login.keys.live });
    const code = { clientId, code: sent.searchParams.get('code')!, verifier: VERIFIER };
    const tokens = (await login.redeem(code, {}, 1)).json<Tokens>();
    expect(await login.whose(tokens.access_token, 0)).toBe(login.idOf(login.keys.live));
    expect((await login.refresh(clientId, tokens.refresh_token, {}, 0)).statusCode).toBe(200);
  });

  test('redeem a code only once', async () => {
    const code = await login.signIn(login.keys.live);
    const answers = await Promise.all([0, 1, 0, 1].map((at) => login.redeem(code, {}, at)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('end a token together with its key', async () => {
    const key = await login.mint('live');
    const { access_token: token, refresh_token: refresh, clientId } = await login.tokens(key);
    expect([await login.whose(token, 0), await login.whose(token, 1)]).toEqual([
      login.idOf(key),
      login.idOf(key),
    ]);
    await login.revoke(key);
    expect([await login.whose(token, 0), await login.whose(token, 1)]).toEqual([undefined, undefined]);
    for (const at of [0, 1])
      expect(errorOf(await login.refresh(clientId, refresh, {}, at))).toBe('invalid_grant');
  });

  test('publish the same key', async () => {
    const [first, second] = await Promise.all([0, 1].map((at) => login.ask('/oauth/jwks', { at })));
    expect(first!.json()).toEqual(second!.json());
  });
});
