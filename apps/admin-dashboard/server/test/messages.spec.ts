import type { ErrorBody } from '#contract/endpoints';
import type { TestBrowser } from './test-browser.js';
import { TestDashboard } from './test-dashboard.js';

let dashboard: TestDashboard;
let administrator: TestBrowser;
let viewer: TestBrowser;

beforeAll(async () => {
  dashboard = await TestDashboard.start();
  administrator = await dashboard.enrol('ada');
  viewer = await dashboard.enrol('grace', undefined, 'viewer');
});

afterAll(() => dashboard?.stop());

async function refused(browser: TestBrowser, path: string, body?: object): Promise<ErrorBody> {
  const { text } = await browser.ask(path, body && { method: 'POST', body });
  return JSON.parse(text) as ErrorBody;
}

describe('an error has its messages as sentences, and as codes with parameters', () => {
  it('of an endpoint', async () => {
    expect(await refused(viewer, '/api/keys', { label: 'a' })).toEqual({
      error: 'forbidden',
      message: 'This needs the role operator, and you are viewer. An administrator can change your role.',
      requestId: expect.any(String) as string,
      messages: { message: { code: 'role_needed', params: { needed: 'operator', role: 'viewer' } } },
    });
  });

  it('of each field', async () => {
    const label = { code: 'short_text', params: { field: 'label', minimum: 1 } };
    const rateLimit = { code: 'small_number', params: { field: 'rateLimit', minimum: 1 } };
    const more = { code: 'unknown_field', params: { field: 'more' } };
    const body = { label: '', rateLimit: 0, more: 1 };
    const { details, messages } = await refused(administrator, '/api/keys', body);
    expect(details).toEqual([
      { param: 'more', message: 'Property more should not exist.' },
      { param: 'rateLimit', message: 'RateLimit must not be less than 1.' },
      { param: 'label', message: 'Label must be longer than or equal to 1 characters.' },
    ]);
    expect(messages).toEqual({ message: more, details: [more, rateLimit, label] });
  });

  it('of text that cannot be stored', async () => {
    const message = { code: 'unstorable_text', params: { name: 'label' } };
    const answered = await refused(administrator, '/api/keys', { label: 'a\0b' });
    expect(answered.message).toMatch(/^Label contains a character that cannot be stored\. /);
    expect(answered.messages).toEqual({ message, details: [message] });
  });

  it('that all services share', async () => {
    expect(await refused(administrator, '/api/nowhere')).toMatchObject({
      message: 'There is nothing at this path.',
      messages: { message: { code: 'nothing_at_path' } },
    });
  });

  it('but as text where no catalogue has one', async () => {
    const path = '/api/directory/explanation?list=doctors&id=900001&query=accepting%3Dmaybe';
    const message = 'accepting must be true or false.';
    expect(await refused(administrator, path)).toMatchObject({ message, messages: { message } });
  });
});
