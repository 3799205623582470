import { uuid } from '../../../../libs/domain/test/builders.js';
import { BrowserStage } from './browser-stage.js';

let stage: BrowserStage;

beforeAll(async () => {
  stage = await BrowserStage.start({ uploads: 'imported' });
});
afterAll(() => stage?.stop());

function clinics(count: number, ...more: readonly string[]) {
  const rows = Array.from(
    { length: count },
    (_, n) =>
      `${uuid(n)},Clinic ${n} (sample),family-practice,"${n + 1} Example Street, Toronto, ON",M5S 1A1`,
  );
  const text = ['id,name,type,address,postal_code', ...rows, ...more].join('\n');
  return { name: 'clinics.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

it('a file is uploaded, checked, confirmed point by point and imported', async () => {
  const visit = await stage.enrol('ada');
  const { page } = visit;
  const upload = async (file: ReturnType<typeof clinics>) => {
    await page.goto('/imports');
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('combobox', { name: 'What it holds' }).click();
    await page.getByRole('option', { name: 'Clinics', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name of the list' }).waitFor();
    await page.getByLabel('The file is complete').check();
    await page.getByRole('button', { name: 'Upload and check' }).focus();
    await page.keyboard.press('Enter');
    await visit.heading('clinics.csv');
  };

  await page.goto('/imports');
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await visit.says('This field is required.');
  await visit.picture('imports');
  expect(await visit.barriers()).toEqual([]);

  await upload(clinics(14));
  await visit.says('Nothing is beyond the limits');
  await visit.says('Clinic 3 (sample)');
  expect(await visit.barriers()).toEqual([]);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'Changes and report' }).waitFor();

  await upload(clinics(3, ...Array<string>(101).fill(',Without an id,family-practice,,')));
  const confirm = page.getByRole('button', { name: 'Import', exact: true });
  await confirm.waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('import-review');
  await visit.says('The first 100 of 101. The file has all of them');
  // The question stands below what it asks about.
  const changes = page.getByRole('region', { name: 'The first changes' });
  const [above, below] = await Promise.all([changes.boundingBox(), confirm.boundingBox()]);
  expect(below!.y).toBeGreaterThan(above!.y + above!.height);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit.picture('import-review-phone');
  await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
  for (const point of await page.getByRole('region', { name: 'Import it?' }).getByRole('checkbox').all()) {
    await point.focus();
    await page.keyboard.press('Space');
  }
  await confirm.click();
  await page.getByRole('link', { name: 'Changes and report' }).click();
  await visit.heading('Run of clinics');
  expect(visit.complaints).toEqual([]);
});

it('an upload that was set aside says why, and is checked again', async () => {
  const visit = await stage.enrol('grace');
  const { page } = visit;
  await page.goto('/imports');
  await page.locator('input[type=file]').setInputFiles(clinics(5));
  await page.getByRole('combobox', { name: 'What it holds' }).click();
  await page.getByRole('option', { name: 'Clinics', exact: true }).click();
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await visit.heading('clinics.csv');
  await page.getByRole('button', { name: 'Import', exact: true }).waitFor();

  const id = page.url().split('/').at(-1)!;
  await stage.dashboard.rows(
    `update import_job set state = 'checking', losses = 1, seen_at = now() - interval '2 minutes' where id = $1`,
    [id],
  );
  await page.reload();
  await visit.says('It is set aside, and other uploads go on');
  await visit.says('This happened 2 times, so it is not tried again by itself.');
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('import-parked');
  await page.goto('/imports');
  await page.getByRole('row', { name: /clinics\.csv.*Set aside/ }).waitFor();

  await page.goto(`/imports/${id}`);
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await visit.says('Withdrawn');
  expect(visit.complaints).toEqual([]);
});
