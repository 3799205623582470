import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** A state of a page: its name, its address below that of the service, and how it comes about there. */
export type State = readonly [name: string, address: string, open?: Opening];
/** Brings a state about. @returns what has the focus after the dialog that is open then; undefined if there is no such dialog */
type Opening = (page: Page) => Promise<Locator | undefined>;

const LIST = join(import.meta.dirname, '../../apps/sync/examples/register.csv');

/** Opens a dialog by the keyboard. @param names of the buttons that are pressed one after the other, in both languages */
function pressed(...names: readonly RegExp[]): Opening {
  return async (page) => {
    const buttons = names.map((name) =>
      page.getByRole('main').getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first(),
    );
    for (const button of buttons) await button.press('Enter');
    await page.getByRole('dialog').waitFor();
    return buttons[0];
  };
}

/** Opens the confirmation of an upload: one that waits, or a new one, whose check takes a minute. */
const uploaded: Opening = async (page) => {
  const waiting = page.getByRole('row', { name: /register\.csv/ }).getByRole('link');
  const button = page.getByRole('button', { name: /^(Upload and check|Téléverser et vérifier)$/ });
  await button.waitFor();
  if (await waiting.first().isVisible()) await waiting.first().click();
  else {
    await page.locator('input[type=file]').setInputFiles(LIST);
    await button.click();
  }
  await page.getByRole('button', { name: /^(Import|Importer)$/ }).waitFor({ timeout: 300_000 });
  return undefined;
};

/** Ends the session, which the page notices at its next request. */
const ended: Opening = async (page) => {
  await page.context().clearCookies();
  await page.locator('main .mantine-SegmentedControl-label').last().click();
  await page.locator('.above-all input').first().waitFor();
  return undefined;
};

/** The states of the portal, whose records are those of the sample. @param clinic the id of a clinic */
export function portalStates(clinic: string): readonly State[] {
  const asked = (name: string, question: string): State => [name, `/?ask=${encodeURIComponent(question)}`];
  return [
    ['first page', '/'],
    asked('list', 'family doctor in Scarborough who speaks Tamil, open Saturday'),
    ['second page of a list', '/?area=Toronto&offset=10'],
    ['clinics on a closer map', '/?near=Kipling+station&zoom=1'],
    asked(
      'zero matches',
      'female dermatologist near Kipling station who speaks Somali, open Sunday after 9 pm',
    ),
    ['nobody matches', '/?near=Kipling+station&within=1&languages=Somali&days=sun&openAt=03:00'],
    asked('not understood', 'qwertyuiop'),
    asked('emergency', 'chest pain'),
    asked('outside', 'dentist in Toronto'),
    asked('nothing named', 'best doctor'),
    ['refused parameter', '/?near=Atlantis&days=someday'],
    ['unknown parameter', '/?area=Toronto&langauges=Tamil'],
    ['doctor', '/doctors/900001'],
    ['clinic', `/clinics/${clinic}`],
    ['no record', '/doctors/1'],
    ['no page', '/nowhere'],
    ['about this data', '/about-this-data'],
    ['corrections', '/corrections'],
    ['privacy', '/privacy'],
    ['accessibility', '/accessibility'],
    ['contact', '/contact'],
    ['operations', '/docs'],
    ['guides', '/docs/guides'],
    ['guide', '/docs/guides/first-request'],
    ['operation', '/docs/reference/listDoctors'],
    ['search', '/docs/search?q=pagination'],
    ['search without a result', '/docs/search?q=qwertyuiop'],
    ['words', '/words'],
    ['status', '/status'],
    ['element', '/embed'],
    ['coverage', '/coverage'],
    ['checkout', '/buy'],
  ];
}

/** The pages and dialogs of the dashboard, for somebody who has signed in. @param clinic the id of a clinic */
export function dashboardStates(clinic: string): readonly State[] {
  const paths = [
    '/',
    '/records?q=Kulkarni',
    '/records/doctor/900001',
    `/records/clinic/${clinic}`,
    '/directory',
    '/coverage',
    '/accuracy',
    '/corrections',
    '/duplicates',
    '/reviews',
    '/imports',
    '/runs',
    '/keys',
    '/requests',
    '/usage',
    '/health',
    '/audit',
    '/people',
    '/account',
    '/nowhere',
  ];
  const pages = paths.map((path): State => [path.replace(clinic, 'ID'), path]);
  const doctor = '/records/doctor/900001';
  const dialogs: readonly State[] = [
    ['new key', '/keys', pressed(/^(Create admin key|Créer une clé d’administration)$/)],
    ['revoke a key', '/keys', pressed(/^Actions (for|pour)/, /^(Revoke|Révoquer)$/)],
    [
      'gateway secret',
      '/keys',
      pressed(/^(Register gateway secret|Enregistrer le secret d’une passerelle)$/),
    ],
    ['correct a telephone', doctor, pressed(/^(Correct Telephone|Corriger Téléphone)$/)],
    ['hide a doctor', doctor, pressed(/^(Hide|Masquer)$/)],
    ['correct a record', '/corrections', pressed(/^(Correct a record|Corriger une fiche)$/)],
    ['merge clinics', '/duplicates', pressed(/^(Keep|Garder) A/)],
    ['not the same', '/duplicates', pressed(/(are not the same|ne sont pas la même clinique)$/)],
    ['reply to a review', '/reviews', pressed(/^(Reply|Répondre)/)],
    ['hide a review', '/reviews', pressed(/^(Hide|Masquer)\s/)],
    ['invite a person', '/people', pressed(/^(Invite a person|Inviter une personne)$/)],
    ['change the password', '/account', pressed(/^(Change password|Changer le mot de passe)$/)],
    ['authenticator', '/account', pressed(/^(Set up authenticator|Configurer l’application)$/)],
    ['end other sessions', '/account', pressed(/^(End all others|Terminer toutes les autres)$/)],
  ];
  const others: readonly State[] = [
    ['upload to be confirmed', '/imports', uploaded],
    // The last one: nobody is signed in afterwards.
    ['session has ended', '/keys', ended],
  ];
  return [...pages, ...dialogs, ...others];
}
