import type { Locator, Page } from 'playwright-core';
import type { Keyboard } from './keyboard.js';
import type { Visit } from './visit.js';

/** A doctor in the columns of a register. */
const REGISTER =
  Buffer.from(`registration_number,first_name,last_name,gender,status,independent_since,specialties,languages,location_1_address,location_1_postal_code
909001,Ada,Maple,Woman,Active,2009-07-01,Family Medicine,English,"100 Example Street, Toronto, ON",M5V 3A8
`);

/** The entry of the menu with a name. */
function menuOf(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
}

/**
 * The tasks of an operator's day, as docs/operate/dashboard.md names them, each from the overview. A task ends when the page
 * says that it is done, or shows what was asked for.
 */
export const TASKS: Readonly<Record<string, (visit: Visit, keyboard: Keyboard) => Promise<void>>> = {
  'See whether data are fresh': (visit) => visit.says('Freshness now'),

  'Make a key': async ({ page }, keyboard) => {
    await keyboard.choose(menuOf(page, 'API keys'));
    await keyboard.choose(page.getByRole('button', { name: 'Create admin key' }));
    await keyboard.type(page.getByLabel('Label'), 'for a report');
    await keyboard.send();
    await keyboard.choose(page.getByRole('button', { name: 'Copy key' }));
    await keyboard.choose(page.getByRole('button', { name: 'I have stored it' }));
    await page.getByRole('row', { name: /for a report/ }).waitFor();
  },

  'End a customer’s key': async (visit, keyboard) => {
    const { page } = visit;
    await keyboard.choose(menuOf(page, 'API keys'));
    await keyboard.choose(page.getByRole('button', { name: 'Actions for A booking site' }));
    await keyboard.choose(page.getByRole('menuitem', { name: 'Revoke' }), 'ArrowDown');
    await keyboard.type(page.getByRole('combobox', { name: 'Reason' }), 'Found on a public page');
    await keyboard.send();
    await visit.says('“A booking site” revoked.');
  },

  'Find a customer’s 429': async (visit, keyboard) => {
    const { page } = visit;
    await keyboard.choose(page.getByRole('link', { name: 'Answered with 429' }));
    const errors = page.getByRole('table', { name: 'Errors among them' });
    const row = errors.getByRole('row').filter({ hasText: 'A booking site' });
    await keyboard.choose(row.getByRole('link', { name: '2 requests' }));
    await page.getByRole('table', { name: 'Newest requests' }).getByText('refused-1').waitFor();
  },

  'Find why a doctor is not in a list': async (visit, keyboard) => {
    const { page } = visit;
    await keyboard.type(page.getByLabel('Find a doctor or clinic'), 'example 5');
    await keyboard.send();
    await keyboard.choose(page.getByRole('link', { name: 'Dr. Example 5', exact: true }));
    await keyboard.choose(page.locator('summary', { hasText: 'Why is it not in a list' }));
    await keyboard.type(page.getByLabel('Query'), 'languages=Tamil');
    await keyboard.send();
    await visit.says('The list does not have the record.');
  },

  'Correct a telephone': async (visit, keyboard) => {
    const { page } = visit;
    await keyboard.type(page.getByLabel('Find a doctor or clinic'), 'clinic 9');
    await keyboard.send();
    await keyboard.choose(page.getByRole('link', { name: 'Clinic 9 (sample)' }));
    await keyboard.choose(page.getByRole('button', { name: 'Correct Telephone' }));
    const dialog = page.getByRole('dialog');
    await keyboard.type(dialog.getByLabel('Value'), '416-555-0188');
    await keyboard.type(dialog.getByLabel('Why'), 'The clinic called');
    await keyboard.choose(dialog.getByRole('button', { name: 'Correct', exact: true }));
    await visit.says('The correction is in force.');
  },

  'Undo a correction': async (visit, keyboard) => {
    const { page } = visit;
    await keyboard.choose(menuOf(page, 'Corrections'));
    const row = page.getByRole('row', { name: /416-555-0188/ });
    await keyboard.choose(row.getByRole('button', { name: /^Withdraw/ }));
    const dialog = page.getByRole('dialog');
    await keyboard.type(dialog.getByLabel('Why'), 'The number was another clinic’s');
    await keyboard.choose(dialog.getByRole('button', { name: 'Withdraw' }));
    await visit.says(/^Correction \d+ is withdrawn\.$/);
  },

  'Mend the rejected rows of last night': async (visit, keyboard) => {
    const { page } = visit;
    await keyboard.choose(page.getByRole('link', { name: '1 rejected row in the last import of clinics' }));
    await keyboard.choose(page.getByRole('button', { name: 'Mend in a grid' }));
    await keyboard.type(page.getByRole('textbox', { name: 'name, Line 2' }), 'Clinic 7 of the list');
    await keyboard.choose(page.getByRole('button', { name: 'Check the rows' }));
    await keyboard.choose(page.getByRole('button', { name: 'Import', exact: true }));
    await page.getByRole('link', { name: 'Changes and report' }).waitFor();
  },

  'Import a list': async ({ page }, keyboard) => {
    await keyboard.choose(menuOf(page, 'Imports'));
    const choosing = page.waitForEvent('filechooser');
    await keyboard.choose(page.getByRole('button', { name: /^File/ }));
    await (await choosing).setFiles({ name: 'register.csv', mimeType: 'text/csv', buffer: REGISTER });
    await keyboard.choose(page.getByRole('button', { name: 'Upload and check' }));
    await keyboard.choose(page.getByRole('button', { name: 'Import', exact: true }));
    await page.getByRole('link', { name: 'Changes and report' }).waitFor();
  },

  'Join two clinics': async (visit, keyboard) => {
    const { page } = visit;
    await keyboard.choose(menuOf(page, 'Duplicates'));
    await keyboard.choose(page.getByRole('button', { name: /^Keep A: Oak Clinic/ }));
    await keyboard.choose(page.getByRole('dialog').getByRole('button', { name: 'Merge' }));
    await visit.says('The clinics are merged.');
  },

  'Hide a doctor on request': async (visit, keyboard) => {
    const { page } = visit;
    await keyboard.type(page.getByLabel('Find a doctor or clinic'), 'example 11');
    await keyboard.send();
    await keyboard.choose(page.getByRole('link', { name: 'Dr. Example 11', exact: true }));
    await keyboard.choose(page.getByRole('button', { name: 'Hide', exact: true }));
    const dialog = page.getByRole('dialog');
    await keyboard.type(dialog.getByLabel('Why'), 'Asked us to');
    await keyboard.choose(dialog.getByRole('button', { name: 'Hide', exact: true }));
    await visit.says('Hidden');
  },

  'Reply to a review': async (visit, keyboard) => {
    const { page } = visit;
    await keyboard.choose(menuOf(page, 'Reviews'));
    const review = page.getByRole('article').filter({ hasText: 'The wait was short.' });
    await keyboard.choose(review.getByRole('button', { name: /^Reply/ }));
    const dialog = page.getByRole('dialog');
    await keyboard.type(dialog.getByLabel('Reply'), 'Thank you.');
    await keyboard.type(dialog.getByLabel('Why'), 'The doctor asked us to');
    await keyboard.choose(dialog.getByRole('button', { name: 'Reply' }));
    await visit.says('The reply is published.');
  },

  'Hide a review': async (visit, keyboard) => {
    const { page } = visit;
    await keyboard.choose(menuOf(page, 'Reviews'));
    const review = page.getByRole('article').filter({ hasText: 'My neighbour' });
    await keyboard.choose(review.getByRole('button', { name: /^Hide/ }));
    const dialog = page.getByRole('dialog');
    await keyboard.type(dialog.getByLabel('Why'), 'Names a person');
    await keyboard.choose(dialog.getByRole('button', { name: 'Hide' }));
    await visit.says('The review is hidden.');
  },

  'Say what became of a correction': async (visit, keyboard) => {
    const { page } = visit;
    await keyboard.choose(menuOf(page, 'Corrections'));
    await keyboard.type(page.getByLabel('Search'), 'example 11');
    await page.getByRole('row', { name: /Asked us to/ }).waitFor();
  },

  'Find who did what': async (visit, keyboard) => {
    const { page } = visit;
    await keyboard.choose(menuOf(page, 'Audit'));
    await keyboard.type(page.getByLabel('Search'), 'Found on a public page');
    await page.getByRole('row', { name: /dora.*A booking site/s }).waitFor();
  },
};
