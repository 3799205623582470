import type { DirectorySummary } from '@care-atlas/domain/contract';
import { percentage } from '@care-atlas/domain/rules';
import { TestApi } from './test-api.js';

let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api?.stop());

describe('the portal, without scripts', () => {
  test('shows what the directory holds, the sandbox key and the limits', async () => {
    const { status, headers, body } = await api.askBeside('/');
    const summary = (await api.ask('/doctors/summary')).json<DirectorySummary>();
    const { totalDoctors, dataFreshness } = summary;
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain(`<dd>${totalDoctors}</dd>`);
    // Rounded as on the dashboard and in the answers.
    expect(body).toContain(`<dd>${percentage(dataFreshness.fresh, totalDoctors)}%</dd>`);
    expect(body).toContain('care_sandbox_PublishedKeyForTryingTheAPI000002Hnkhs');
    expect(body).toContain('phone the clinic to confirm');
  });

  test('answers its own form, as the interface answers the sandbox key', async () => {
    const { body } = await api.askBeside('/?q=&specialties=&gender=female&accepting=true');
    const answer = await api.ask('/doctors?gender=female&accepting=true', { key: api.keys.sandbox });
    expect(body).toContain('/api/v1/doctors?gender=female&amp;accepting=true');
    expect(shownAnswer(body)).toEqual(answer.json());
  });

  test('searches when a name is given', async () => {
    const { body } = await api.askBeside('/?q=dr');
    expect(body).toContain('/api/v1/doctors/search?q=dr');
  });

  test('shows a refusal as it is', async () => {
    const { status, body } = await api.askBeside('/?gender=x');
    expect(status).toBe(200);
    expect(body).toContain('Refused with status 400');
    expect(shownAnswer(body)).toMatchObject({ error: 'missing_param', param: 'gender' });
  });

  test('escapes what is sent to it', async () => {
    const { body } = await api.askBeside(`/?q=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`);
    expect(body).not.toContain('<img');
  });

  test('allows nothing from elsewhere, and no frame', async () => {
    const { headers } = await api.askBeside('/');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  test('names a script under an address of its own content', async () => {
    const { body } = await api.askBeside('/');
    const path = /<script type="module" src="([^"]+)">/.exec(body)?.[1] ?? '';
    const script = await api.askBeside(path);
    expect(script.status).toBe(200);
    expect(script.headers['cache-control']).toContain('immutable');
  });
});

function shownAnswer(page: string): unknown {
  const text = /<code id="answer">([^<]*)<\/code>/.exec(page)?.[1] ?? '';
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
}
