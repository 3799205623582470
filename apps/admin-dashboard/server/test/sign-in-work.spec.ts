import { watchStatements } from '@care-atlas/data/connection';
import argon2 from '@node-rs/argon2';
import { PASSWORD, TestDashboard } from './test-dashboard.js';

afterEach(() => {
  jest.restoreAllMocks();
});

it('an unknown name costs the same statements and the same password comparison as a wrong password', async () => {
  /** The hash parameters of each password comparison, which determine its cost. */
  const compared: string[] = [];
  const { verify } = argon2;
  // The real library runs; the wrapper only records the calls.
  jest.spyOn(argon2, 'verify').mockImplementation((hash, password) => {
    compared.push(String(hash).slice(0, String(hash).lastIndexOf('=')));
    return verify(hash, password);
  });
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
