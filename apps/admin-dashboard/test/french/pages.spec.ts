import { onScreens, SCREENS } from '../../../../tools/jest/chromium.js';
import { fillDirectory, fillHealth, fillReviews, fillUsage, measureAccuracy } from '../large-directory.js';
import { BrowserStage } from '../browser/browser-stage.js';
import type { Visit } from '../browser/visit.js';
import { beginInFrench, signInInFrench } from './french-visit.js';
import { cutLabelsOn, leftoversOn } from './leftovers.js';

/** Each page with a text that it shows once its data is loaded. RUN stands for the id of a run. */
const PAGES = [
  ['/', 'Vue d’ensemble', 'clinics.csv'],
  ['/keys', 'Clés d’API', 'A booking site'],
  ['/usage?hours=168', 'Utilisation', 'rotateKey'],
  ['/requests', 'Requêtes', 'Aucune requête au cours des 7 derniers jours'],
  ['/health', 'État du service', /^Sert le jeu de données 4-c914b2b6; a répondu en 3\sms\.$/],
  ['/directory?evidence=900005', 'Carte et fraîcheur', 'Cliniques affichées'],
  [
    '/directory?list=doctors&record=900005&query=languages%3DTamil',
    'Carte et fraîcheur',
    /La requête demande\s: tamoul\./,
  ],
  ['/coverage?language=English&specialty=Family+Medicine', 'Couverture', 'M5S'],
  ['/records?q=example+5', 'Fiches', 'Dr. Example 5'],
  ['/records/doctor/900005', 'Dr. Example 5', 'Ce que disent les avis'],
  ['/corrections', 'Corrections', 'Aucune correction ne correspond'],
  ['/duplicates', 'Doublons', 'Décidé'],
  ['/reviews', 'Avis', 'The wait was short.'],
  ['/accuracy', 'Exactitude', /spécialité\s: médecine de famille/],
  ['/runs', 'Exécutions', 'broken.csv'],
  ['/runs/RUN', 'Exécution : cliniques', 'A name is missing.'],
  ['/imports', 'Importations', 'Rien ne peut être téléversé ici'],
  ['/audit', 'Journal d’audit', 'Création d’un administrateur'],
  ['/people', 'Personnes', 'Invite aussi des personnes'],
  ['/account', 'Votre compte', 'Cette session'],
  ['/nowhere', 'Page introuvable', 'Aller à la vue d’ensemble'],
] as const;

let stage: BrowserStage;
let run: string;

beforeAll(async () => {
  stage = await BrowserStage.start({
    fill: [fillDirectory, fillReviews, measureAccuracy, fillUsage, fillHealth],
  });
  await stage.dashboard.enrol('ada');
  const [rejecting] = await stage.dashboard.rows<{ id: string }>(
    `select id from sync_run where file_name = 'clinics.csv'`,
  );
  run = rejecting!.id;
});
afterAll(() => stage?.stop());

describe('on a phone and on a desktop', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await beginInFrench(stage, SCREENS.phone);
  });
  afterAll(() => visit?.end());

  it('the sign-in page is in French', async () => {
    await visit.page.goto('/sign-in');
    await visit.heading('Se connecter');
    await visit.page.getByLabel('Nom', { exact: true }).waitFor();
    expect(await visit.page.locator('html').getAttribute('lang')).toBe('fr');
    expect(await leftoversOn(visit.page)).toEqual([]);
    await onScreens(visit.page, async (screen) => {
      await visit.picture(`fr-sign-in-${screen}`);
      expect(await cutLabelsOn(visit.page)).toEqual([]);
      expect(await visit.barriers()).toEqual([]);
    });
    await visit.enter('ada');
    await visit.page.goto('/account');
    await visit.heading('Votre compte');
  });

  it.each(PAGES)('%s is in French, accessible, and fits the screen', async (path, heading, content) => {
    const { page } = visit;
    await visit.open(path.replace('RUN', run));
    await visit.heading(heading);
    await page.getByText(content).first().waitFor({ state: 'attached' });
    expect(await leftoversOn(page)).toEqual([]);
    await onScreens(page, async (screen) => {
      await visit.picture(`fr${path.replaceAll(/[^a-z]+/gi, '-')}-${screen}`);
      expect(await cutLabelsOn(page)).toEqual([]);
      expect(await visit.barriers()).toEqual([]);
    });
    expect(visit.complaints).toEqual([]);
  });
});

it('a corrected value that is not accepted says so in French, at its field', async () => {
  const visit = await beginInFrench(stage);
  const { page } = visit;
  await visit.enter('ada');
  await page.goto('/records/doctor/900005');
  await page.getByRole('button', { name: 'Corriger', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const choose = async (name: string, position = '') => {
    await dialog.getByRole('combobox', { name: `Champ${position}` }).fill(name);
    await page.getByRole('option', { name }).first().click();
  };
  await choose('Rendez-vous par');
  await dialog.getByLabel('Valeur').fill('911');
  await dialog.getByRole('button', { name: 'Ajouter un champ' }).click();
  await choose('Langues', ' 2');
  await dialog.getByLabel('Valeur 2').fill('klingon');
  await dialog.getByLabel('Motif').fill('Appel à la clinique');
  await dialog.getByRole('button', { name: 'Corriger', exact: true }).click();
  await dialog.getByText('Ce n’est pas un numéro de téléphone.').waitFor();
  await dialog.getByText('Le répertoire ne connaît pas de langue « klingon ».').waitFor();
  expect(await leftoversOn(page)).toEqual([]);
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('fr-refused-values');
  await visit.end();
});

it('the sign-in page and the overview together transfer less than 300 kB', async () => {
  const visit = await beginInFrench(stage);
  const bytes = await visit.countBytes();
  await signInInFrench(visit, 'ada');
  await visit.heading('Vue d’ensemble');
  await visit.says('clinics.csv');
  await visit.end();
  expect(bytes()).toBeGreaterThan(50_000);
  expect(bytes()).toBeLessThan(300_000);
});
