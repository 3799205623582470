import { jest } from '@jest/globals';
import { watchStatements } from '@care-atlas/data/connection';

/** The hash parameters of each password comparison, which determine its cost. */
const compared: string[] = [];
const argon2 = await import('@node-rs/argon2');
// The real library runs; the wrapper only records the calls.
jest.unstable_mockModule('@node-rs/argon2', () => ({
  ...argon2,
  verify: (hash: string, password: string) => {
    compared.push(hash.slice(0, hash.lastIndexOf('=')));
    return argon2.verify(hash, password);
  },
}));
const { PASSWORD, TestDashboard } = await import('./test-dashboard.js');

it('an unknown name costs the same statements and the same password comparison as a wrong password', async () => {
  const dashboard = await TestDashboard.start();
  try {
    await dashboard.enrol('ada');
    const statements: string[] = [];
    watchStatements(dashboard.database.pool, (text) => {
      statements.push(text);
      return () => undefined;
    });
    const work = async (name: string, address: string) => {
      const browser = dashboard.browser(address);
      await browser.visit();
      statements.splice(0);
      compared.splice(0);
      const answered = await browser.ask('/api/sign-in', {
        method: 'POST',
        body: { name, password: `not ${PASSWORD}` },
      });
      expect(answered.status).toBe(401);
      return { statements: [...statements], compared: [...compared] };
    };
    const wrong = await work('ada', '203.0.113.60');
    const unknown = await work('nobody-here', '203.0.113.61');
    expect(wrong.compared).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p$/)]);
    expect(wrong.statements.length).toBeGreaterThan(3);
    expect(unknown).toEqual(wrong);
  } finally {
    await dashboard.stop();
  }
});
