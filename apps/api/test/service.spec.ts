import type { Readiness } from '../src/readiness.js';
import { TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

describe('GET /', () => {
  it('200: ready, with the dataset that is served, and without a key', async () => {
    const answer = await api.ask('/', { key: null });
    expect(answer.status).toBe(200);
    expect(answer.json<Readiness>()).toEqual({
      status: 'ok',
      name: 'Care Atlas',
      version: '1.0.0',
      database: 'up',
      dataset: {
        version: api.version,
        syncedAt: expect.stringMatching(/^2026-11-20T15:42:\d\d\.\d{3}Z$/),
        doctors: 40,
        clinics: 6,
        exported: null,
      },
      links: {
        docs: 'http://localhost:3000/docs',
        openapi: 'http://localhost:3000/api/v1/openapi.json',
        mcp: 'http://localhost:3001/mcp',
      },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('405 to another method', async () => {
    const refused = await api.ask('/', { method: 'POST' });
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});

describe('GET /ping', () => {
  it('200: pong, as text, without a key', async () => {
    const answer = await api.ask('/ping', { key: null });
    expect([answer.status, answer.body]).toEqual([200, 'pong']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    });
  });

  it('405 to another method', async () => {
    const refused = await api.ask('/ping', { method: 'DELETE' });
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a path that nobody serves', () => {
  it.each(['/nothing', '/doctors/900001/nothing', '/clinics/x/y/z', '//', '/doctor', '/keys'])(
    '404: %s, whatever the method and the key',
    async (path) => {
      for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
        for (const key of [api.keys.live, null]) {
          const missing = await api.ask(path, { method, key });
          expect([missing.status, missing.refusal.error]).toEqual([404, 'not_found']);
          expect(missing.body).not.toContain(path);
        }
      }
    },
  );
});

describe('the documents', () => {
  it('200: /docs is a page, and /api/v1/openapi.json the interface description, without a key', async () => {
    const page = await api.askBeside('/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
    const description = await api.askBeside('/api/v1/openapi.json');
    expect(description.status).toBe(200);
    expect(description.json()).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
  });
});
