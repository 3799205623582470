import type { Locator } from 'playwright-core';
import { fillDirectory, fillHealth, fillUsage } from '../large-directory.js';
import { BrowserStage } from './browser-stage.js';
import type { Visit } from './visit.js';

let stage: BrowserStage;
let visit: Visit;

beforeAll(async () => {
  stage = await BrowserStage.start({ fill: [fillDirectory, fillUsage, fillHealth] });
  visit = await stage.enrol('ada');
});
afterAll(() => stage?.stop());

/** The numbers in a text, as the page writes them. */
const numbersIn = (text: string | null) =>
  Array.from(text!.matchAll(/\d[\d,.]*\d|\d/g), ([number]) => Number(number.replaceAll(',', '')));

/** Each value as a percentage of all. */
function shares(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  return values.map((value) => (100 * value) / total);
}

/** The heights of the bars of one series, from left to right. */
async function heightsIn(chart: Locator, series: number): Promise<number[]> {
  const bars = await chart.locator('.recharts-bar').nth(series).locator('path').all();
  const heights = await Promise.all(bars.map((bar) => bar.evaluate((path) => path.getBoundingClientRect())));
  return heights.toSorted((a, b) => a.x - b.x).map(({ height }) => height);
}

const USAGE = `select hour, coalesce(kind, 'none') as kind, status, sum(requests)::integer as requests
  from key_usage left join api_key on api_key.id = key_id
  where hour > date_trunc('hour', now()) - interval '24 hours' group by 1, 2, 3 order by 1`;

it('usage shows what was counted by kind of key and by status, hour by hour', async () => {
  await visit.open('/usage?hours=24');
  const byKind = visit.page.getByRole('img', { name: /^Chart: Requests by kind of key/ });
  await byKind.waitFor();
  const counted = await stage.dashboard.rows<{ hour: Date; kind: string; status: number; requests: number }>(
    USAGE,
  );
  const sum = (matches: (row: (typeof counted)[number]) => boolean) =>
    counted.filter(matches).reduce((total, { requests }) => total + requests, 0);
  const kinds = ['live', 'gateway', 'sandbox', 'admin', 'none'];
  const totals = kinds.map((kind) => sum((row) => row.kind === kind));
  expect(totals[0]).toBeGreaterThan(1_000);
  expect(numbersIn(await byKind.getAttribute('aria-label'))).toEqual(totals);

  const hours = [...new Set(counted.map(({ hour }) => hour.getTime()))];
  const live = hours.map((hour) => sum((row) => row.kind === 'live' && row.hour.getTime() === hour));
  const heights = shares(await heightsIn(byKind, 0));
  expect(heights).toHaveLength(live.length);
  for (const [i, share] of shares(live).entries()) expect(heights[i]).toBeCloseTo(share, 1);

  const refusals = visit.page.getByRole('img', { name: /^Chart: Rejected requests/ });
  const rejected = [401, 403, 429].flatMap((status) => [status, sum((row) => row.status === status)]);
  expect(numbersIn(await refusals.getAttribute('aria-label'))).toEqual(rejected);
});

it('the directory shows its freshness and size, now and over the runs', async () => {
  const { page } = visit;
  await visit.open('/directory');
  const [now] = await stage.dashboard.rows<
    Record<'fresh' | 'stale' | 'unknown' | 'clinics' | 'versions', number>
  >(
    `select
      (count(*) filter (where confirmed_at > now() - interval '30 days'))::integer as fresh,
      (count(*) filter (where confirmed_at <= now() - interval '30 days'))::integer as stale,
      (count(*) filter (where confirmed_at is null))::integer as unknown,
      (select count(*) from clinic where closed_at is null)::integer as clinics,
      (select count(*) from dataset_statistics)::integer as versions
    from doctor where expired_at is null`,
  );
  const { fresh, stale, unknown, clinics, versions } = now!;
  const doctors = fresh + stale + unknown;
  const freshness = page.getByRole('img', { name: /^Chart: Freshness over the runs/ });
  await freshness.waitFor();
  expect(numbersIn(await freshness.getAttribute('aria-label'))).toEqual([fresh, stale, unknown]);
  const size = page.getByRole('img', { name: /^Chart: Doctors and clinics over time/ });
  expect(numbersIn(await size.getAttribute('aria-label'))).toEqual([doctors, clinics]);
  expect(await size.locator('.recharts-line-dots').first().locator('circle').count()).toBe(versions);
  for (const [label, count] of Object.entries({ Fresh: fresh, Stale: stale, Unknown: unknown })) {
    const [shown, share] = numbersIn(
      await page
        .getByText(new RegExp(`^${label} [\\d,]+ \\(`))
        .first()
        .textContent(),
    );
    expect(shown).toBe(count);
    expect(share).toBeCloseTo((100 * count) / doctors, 0);
  }
});

it('the map of clinics counts each acceptance', async () => {
  const { page } = visit;
  await visit.open('/directory');
  const stored = await stage.dashboard.rows<{ accepting: boolean | null; clinics: number }>(
    'select accepting, count(*)::integer as clinics from clinic where closed_at is null group by 1',
  );
  const counts = [true, false, null].map(
    (accepting) => stored.find((row) => row.accepting === accepting)?.clinics ?? 0,
  );
  await visit.says('400 of 400 clinics in view');
  const table = page.getByRole('table', { name: 'Clinics in view by acceptance and freshness' });
  const rows = await table.getByRole('row').all();
  const shown = await Promise.all(rows.slice(1).map((row) => row.getByRole('cell').last().textContent()));
  expect(shown.map(Number)).toEqual(counts);
});

it('the coverage shades each postal area by its doctors and by those who accept', async () => {
  const { page } = visit;
  const stored = await stage.dashboard.rows<{ area: string; doctors: number; accepting: number }>(
    `select left(postal_code, 3) as area, count(distinct registration_number)::integer as doctors,
      (count(distinct registration_number) filter (where accepting))::integer as accepting
    from doctor join clinic on clinic.id = primary_clinic_id where expired_at is null group by 1`,
  );
  await visit.open('/coverage');
  for (const [measure, meaning, titles] of [
    ['Doctors', 'Number of matching doctors', stored.map(({ area, doctors }) => `${area}: ${doctors}`)],
    [
      'Accepting',
      'Percentage of matching doctors whose clinic is known to accept new patients',
      stored.map(({ area, doctors, accepting }) => `${area}: ${percent(accepting, doctors)} of ${doctors}`),
    ],
  ] as const) {
    await page.getByRole('radiogroup', { name: 'Shade by' }).getByText(measure, { exact: true }).click();
    await page.getByText(meaning).waitFor();
    const shown = page.locator('path.cell title').filter({ hasNotText: 'No matching doctor' });
    expect(await shown.allTextContents()).toEqual(titles);
  }
});

it('health shows each watched day of a component', async () => {
  const days = await stage.dashboard.rows<{ day: string; trouble: number }>(
    `select day::text, degraded + down as trouble from health_day where component = 'api' order by day`,
  );
  await visit.open('/health');
  const bars = visit.page.getByRole('img', { name: /^API: up for/ });
  await bars.waitFor();
  const titles = await bars.locator('title').allTextContents();
  expect(titles.filter((title) => !title.endsWith('not watched'))).toEqual(
    days.map(({ day, trouble }) =>
      trouble > 0 ? `${day}: ${Math.ceil(trouble / 60)} minutes of trouble` : `${day}: up`,
    ),
  );
});

function percent(part: number, whole: number): string {
  return new Intl.NumberFormat('en-CA', { style: 'percent' }).format(part / whole);
}
