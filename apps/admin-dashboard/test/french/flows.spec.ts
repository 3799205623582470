import { LANGUAGE_COOKIE } from '@care-atlas/server/pages';
import { BrowserStage } from '../browser/browser-stage.js';
import { PASSWORD, Visit } from '../browser/visit.js';
import { beginInFrench, signInInFrench } from './french-visit.js';
import { leftoversOn } from './leftovers.js';

let stage: BrowserStage;
let visit: Visit;

beforeAll(async () => {
  stage = await BrowserStage.start({ uploads: 'imported' });
});
afterAll(() => stage?.stop());
afterEach(() => visit?.end());

/** Checks what the page shows now, such as a dialog. */
async function isFrench(): Promise<void> {
  expect(await leftoversOn(visit.page)).toEqual([]);
  expect(await visit.barriers()).toEqual([]);
}

it('a browser that asks for French gets French texts alone, from the invitation on', async () => {
  visit = await beginInFrench(stage);
  const { page } = visit;
  const languages = new Set<string>();
  page.on('request', (request) => {
    const [, language] = /\/assets\/(en|fr)-/.exec(request.url()) ?? [];
    if (language !== undefined) languages.add(language);
  });
  const oneTime = await stage.dashboard.invite('ada');
  await signInInFrench(visit, 'ada', 'something else');
  await visit.says('Le nom et le mot de passe ne correspondent pas.');
  await page.getByLabel('Nom', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await visit.says('Ce champ est obligatoire.');
  await isFrench();
  await signInInFrench(visit, 'ada', oneTime);
  await visit.heading('Choisir un mot de passe');
  await isFrench();
  for (const password of ['care atlas administrator', PASSWORD]) {
    await page.getByLabel('Nouveau mot de passe', { exact: true }).fill(password);
    await page.getByLabel('Répéter le nouveau mot de passe').fill(password);
    await page.getByRole('button', { name: 'Enregistrer le mot de passe et continuer' }).click();
    if (password !== PASSWORD) await visit.says('Ce mot de passe se compose de votre nom');
  }
  await visit.heading('Vue d’ensemble');
  expect(await page.title()).toBe('Vue d’ensemble – Care Atlas');
  expect(await page.locator('html').getAttribute('lang')).toBe('fr');
  expect([...languages]).toEqual(['fr']);
});

it('a choice in the account menu or on the sign-in page remains, and the other services know it', async () => {
  visit = await beginInFrench(stage);
  const { page } = visit;
  await visit.enter('ada');
  await page.goto('/audit?text=ada');
  await visit.heading('Journal d’audit');
  await page.getByRole('button', { name: 'Compte de ada' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).waitFor();
  await isFrench();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await visit.heading('Audit');
  expect(page.url()).toContain('/audit?text=ada');
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  const cookies = await visit.context.cookies();
  expect(cookies.find(({ name }) => name === LANGUAGE_COOKIE)?.value).toBe('en');

  await visit.signOut();
  await page.getByRole('button', { name: 'Français' }).click();
  await visit.heading('Se connecter');
  await page.reload();
  await visit.heading('Se connecter');
  expect(await page.locator('html').getAttribute('lang')).toBe('fr');
});

it('a key is created, shown and revoked in French', async () => {
  visit = await beginInFrench(stage);
  const { page } = visit;
  const dialog = page.getByRole('dialog');
  await visit.enter('ada');
  await page.goto('/keys');
  await visit.says('Aucune clé d’administration pour l’instant');
  await page.getByRole('button', { name: 'Créer une clé d’administration' }).click();
  await dialog.getByLabel('Nom', { exact: true }).fill('essai');
  await dialog.getByLabel('Requêtes par minute').fill('0');
  await dialog.getByRole('button', { name: 'Créer la clé' }).click();
  await visit.says('Entrez un nombre entier de 1 à 1 000 000.');
  await isFrench();
  await dialog.getByLabel('Requêtes par minute').fill('');
  await dialog.getByRole('button', { name: 'Créer la clé' }).click();
  await dialog.getByRole('button', { name: 'Je l’ai conservée' }).waitFor();
  await isFrench();
  await dialog.getByRole('button', { name: 'Je l’ai conservée' }).click();
  await page.getByRole('button', { name: 'Actions pour essai' }).click();
  await page.getByRole('menuitem', { name: 'Révoquer' }).waitFor();
  await isFrench();
  await page.getByRole('menuitem', { name: 'Détails' }).click();
  await dialog.getByText('Dont rejetées ou échouées').waitFor();
  await isFrench();
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await page.getByRole('button', { name: 'Actions pour essai' }).click();
  await page.getByRole('menuitem', { name: 'Révoquer' }).click();
  await dialog.getByRole('combobox', { name: 'Motif' }).fill('Abus');
  await isFrench();
  await dialog.getByRole('button', { name: 'Révoquer la clé' }).click();
  await visit.says('« essai » est révoquée.');
  await isFrench();
  expect(visit.complaints).toEqual([]);
});

it('dialogs about people and the own account are in French, with what the server says', async () => {
  visit = await beginInFrench(stage);
  const { page } = visit;
  const dialog = page.getByRole('dialog');
  await visit.enter('ada');
  await page.goto('/people');
  await page.getByRole('button', { name: 'Inviter une personne' }).click();
  await dialog.getByLabel('Nom', { exact: true }).fill('ada');
  await dialog.getByRole('button', { name: 'Inviter' }).click();
  await visit.says('Quelqu’un porte déjà ce nom.');
  await isFrench();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
  await dialog.getByLabel('Mot de passe actuel').fill('not this one');
  await dialog.getByLabel('Nouveau mot de passe', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Répéter le nouveau mot de passe').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Changer le mot de passe' }).click();
  await visit.says('Ce n’est pas votre mot de passe.');
  await isFrench();
  expect(visit.complaints).toEqual([]);
});

it('an import is checked and confirmed in French', async () => {
  visit = await beginInFrench(stage);
  const { page } = visit;
  await visit.enter('ada');
  await page.goto('/imports');
  await page.getByLabel('Fichier', { exact: true }).waitFor();
  await isFrench();
  const rows = [
    'id,name,type,address,postal_code',
    '00000000-0000-4000-8000-000000000001,Clinic 1 (sample),family-practice,"1 Example Street, Toronto, ON",M5S 1A1',
    ',Without an id,family-practice,,',
  ];
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'clinics.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await page.getByRole('combobox', { name: 'Ce qu’il contient' }).click();
  await page.getByRole('option', { name: 'Cliniques', exact: true }).click();
  await page.getByRole('button', { name: 'Téléverser et vérifier' }).click();
  await visit.heading('clinics.csv');
  await visit.says('Importer le fichier?');
  await visit.says('Lignes inutilisables, en tout ou en partie');
  await visit.picture('fr-import-review');
  await isFrench();
  for (const point of await page.getByRole('checkbox').all()) await point.check();
  await page.getByRole('button', { name: 'Importer', exact: true }).click();
  await page.getByRole('link', { name: 'Changements et rapport' }).waitFor();
  await isFrench();
  expect(visit.complaints).toEqual([]);
});
