import type { TestApi } from './test-api.js';

/** Tests the answers besides 200 that every read operation has. every-operation.spec.ts tests them in detail. */
export function itAnswersAsEveryRead(api: () => TestApi, path: string): void {
  it('304 to a client with the current answer', async () => {
    const { etag } = await api().ask(path);
    const unchanged = await api().ask(path, { headers: { 'if-none-match': etag } });
    expect([unchanged.status, unchanged.body]).toEqual([304, '']);
  });

  it('401 without a key', async () => {
    const refused = await api().ask(path, { key: null });
    expect([refused.status, refused.refusal.error]).toEqual([401, 'unauthorized']);
  });

  it('405 to another method', async () => {
    const refused = await api().ask(path, { method: 'POST' });
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it('429 over the limit', async () => {
    const key = await api().mintKey('admin');
    expect((await api().ask(path, { key })).status).toBe(200);
    const refused = await api().ask(path, { key });
    expect([refused.status, refused.refusal.error]).toEqual([429, 'rate_limited']);
  });
}

/** Invalid values by parameter name. */
export type BadValues = readonly (readonly [name: string, value: string])[];

/** Tests that each invalid value is rejected with its name and the accepted values. */
export function itRefusesBadValues(api: () => TestApi, path: string, values: BadValues): void {
  it.each(values)('400: %s=%s', async (name, value) => {
    const refused = await api().ask(
      `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`,
    );
    expect(refused.status).toBe(400);
    expect(refused.refusal).toMatchObject({ error: 'missing_param', param: name });
    expect(refused.refusal.details).toEqual([{ param: name, message: refused.refusal.message }]);
    expect(refused.refusal.message).toMatch(new RegExp(`^${name} .*must be`));
  });
}

/** Invalid values of the page parameters. */
export const BAD_PAGES: BadValues = ['limit', 'offset'].flatMap((name) =>
  ['-1', '1.5', 'ten', '1e2', '0x10', '+1'].map((value) => [name, value] as const),
);

/** Invalid values of the filters. */
export const BAD_FILTERS: BadValues = [
  ...['accepting', 'evening', 'weekend', 'wheelchair', 'virtualVisits', 'nearTTC'].flatMap((name) =>
    ['1', 'TRUE', 'yes', ' '].map((value) => [name, value] as const),
  ),
  ...['minYears', 'maxYears'].flatMap((name) => ['-1', '2.5', 'x'].map((value) => [name, value] as const)),
  ['gender', 'Female'],
  ['gender', 'other'],
  ['gender', ' '],
];
