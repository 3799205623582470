import { BrowserStage } from './browser-stage.js';

let stage: BrowserStage;
beforeAll(async () => {
  stage = await BrowserStage.start({ uploads: 'imported' });
});
afterAll(() => stage?.stop());

it('an empty dashboard offers the shipped places, and imports them', async () => {
  const viewer = await stage.begin();
  await viewer.enrol('vic', 'viewer');
  await viewer.page.goto('/');
  await viewer.says('Importing needs the role operator.');
  await viewer.end();

  const visit = await stage.enrol('ada');
  const { page } = visit;
  await page.goto('/');
  await page.getByRole('heading', { name: 'The directory has no places yet' }).waitFor();
  expect(await visit.barriersOnScreens('empty-dashboard')).toEqual([]);
  await page.getByRole('button', { name: 'Import the shipped places' }).focus();
  await page.keyboard.press('Enter');
  await visit.heading('Imports');
  await page.getByRole('link', { name: 'odhf_v1.1_gta.csv' }).waitFor();
  await page.getByText('Imported', { exact: true }).nth(1).waitFor();
  await visit.picture('open-data-imports');
  await page.getByRole('link', { name: 'odhf_v1.1_gta.csv' }).click();
  await visit.says('Shipped with Care Atlas');
  await page.getByRole('link', { name: 'Changes and report' }).click();
  await visit.heading('Run of odhf');
  await page.goto('/');
  await page.getByText('The register is out of date').waitFor();
  expect(await page.getByRole('button', { name: 'Import the shipped places' }).count()).toBe(0);
  await visit.picture('after-open-data');
  expect(visit.complaints).toEqual([]);
});
