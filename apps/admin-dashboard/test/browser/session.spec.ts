import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dialog } from 'playwright-core';
import { type EndpointName, ENDPOINTS } from '#contract/endpoints';
import { SCREENS } from '../../../../tools/jest/chromium.js';
import { fillDirectory, fillReviews } from '../large-directory.js';
import { BrowserStage } from './browser-stage.js';
import { PASSWORD, Visit } from './visit.js';

const IDLE_MINUTES = 31;
const NEW_PASSWORD = 'copper lantern seventeen rivers';

let stage: BrowserStage;
let visit: Visit;
let count = 0;

beforeAll(async () => {
  stage = await BrowserStage.start({ fill: [fillDirectory, fillReviews], uploads: 'waiting' });
  visit = await stage.begin();
});
afterAll(() => stage?.stop());
// Each test is another person at the same browser, which has the scripts already. A page of the person before would go on asking. A
// file of the same site leaves it, because about:blank would end the process, and the next page would begin in a new one.
beforeEach(async () => {
  await visit.page.goto('/mark.svg');
  await visit.page.setViewportSize(SCREENS.desktop.viewport);
});

interface Form {
  /** Its name in the titles of the tests. */
  readonly name: string;
  readonly path: string;
  readonly opened?: string;
  /** What is typed, by the label of the field. */
  readonly typed: Readonly<Record<string, string>>;
  readonly submit: string;
  readonly done: string;
}

const PASSWORDS = { 'New password': NEW_PASSWORD, 'Repeat the new password': NEW_PASSWORD };
const FORMS: readonly Form[] = [
  {
    name: 'key',
    path: '/keys',
    opened: 'Create admin key',
    typed: { Label: 'for the reports' },
    submit: 'Create key',
    done: 'Store this key now',
  },
  {
    name: 'gateway secret',
    path: '/keys?kind=gateway-secret',
    opened: 'Register gateway secret',
    typed: { Label: 'the gateway', Secret: 'k7Qw2ZpX9vB4nM6tR1yL8sD3fG5hJ0aE' },
    submit: 'Register secret',
    done: 'registered.',
  },
  {
    name: 'invitation',
    path: '/people',
    opened: 'Invite a person',
    typed: { Name: 'invited' },
    submit: 'Invite',
    done: 'I have handed it over',
  },
  {
    name: 'password',
    path: '/account',
    opened: 'Change password',
    typed: { 'Current password': PASSWORD, ...PASSWORDS },
    submit: 'Change password',
    done: 'Password changed.',
  },
  {
    name: 'correction',
    path: '/records/doctor/900001',
    opened: 'Hide',
    typed: { Why: 'Asked us to' },
    submit: 'Hide',
    done: 'Waits for the worker',
  },
  {
    name: 'reply',
    path: '/reviews',
    opened: 'Reply to the review of Clinic 6 (sample)',
    typed: { Reply: 'We have a second line now.', Why: 'The clinic asked us to' },
    submit: 'Reply',
    done: 'Waits for the worker',
  },
];

describe.each(FORMS)('the form of a $name', ({ path, opened, typed, submit, done }) => {
  const dialog = () => visit.page.getByRole('dialog').filter({ has: visit.page.locator('form') });

  it('keeps its values when the session ends and when the connection is lost', async () => {
    const name = `person-${++count}`;
    await visit.enrol(name);
    const { page } = visit;
    await page.goto(path);
    if (opened) await page.getByRole('button', { name: opened, exact: true }).first().click();
    for (const [label, text] of Object.entries(typed))
      await dialog().getByLabel(label, { exact: true }).fill(text);
    stage.dashboard.pass(IDLE_MINUTES);
    await visit.heading('Sign in');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await visit.typePassword(name, PASSWORD);
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor({ state: 'detached' });
    await dialog().locator(':focus').waitFor();
    for (const [label, text] of Object.entries(typed))
      expect(await dialog().getByLabel(label, { exact: true }).inputValue()).toBe(text);
    await visit.context.setOffline(true);
    await dialog().getByRole('button', { name: submit, exact: true }).click();
    await dialog().getByRole('alert').waitFor();
    await visit.context.setOffline(false);
    await dialog().getByRole('button', { name: submit, exact: true }).click();
    await visit.says(done);
    expect(visit.complaints).toEqual([]);
  });
});

it('a chosen file is still chosen after signing in again', async () => {
  await visit.enrol('nora');
  const { page } = visit;
  await page.goto('/imports');
  const file = { name: 'clinics.csv', mimeType: 'text/csv', buffer: Buffer.from('id,name\n') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('combobox', { name: 'What it holds' }).click();
  await page.getByRole('option', { name: 'Clinics', exact: true }).click();
  stage.dashboard.pass(IDLE_MINUTES);
  await visit.heading('Sign in');
  await visit.typePassword('nora', PASSWORD);
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await visit.heading('clinics.csv');
  expect(visit.complaints).toEqual([]);
});

it('another person who signs in above a page does not see what it held', async () => {
  await visit.enrol('ines');
  await stage.dashboard.enrol('olga');
  await visit.page.goto('/keys');
  await visit.page.getByRole('button', { name: 'Create admin key' }).click();
  await visit.page.getByLabel('Label').fill('a secret plan');
  stage.dashboard.pass(IDLE_MINUTES);
  await visit.heading('Sign in');
  expect(await visit.barriers()).toEqual([]);
  await visit.typePassword('olga', PASSWORD);
  await visit.page.getByRole('button', { name: 'Account of olga' }).waitFor();
  expect(await visit.page.getByRole('dialog').count()).toBe(0);
  expect(await visit.page.getByLabel('Label').count()).toBe(0);
});

it('a session that was idle for too long is continued by signing in above the page', async () => {
  await visit.enrol('ada');
  await visit.page.goto('/');
  await visit.page.getByRole('link', { name: 'Audit' }).click();
  await visit.heading('Audit');
  stage.dashboard.pass(IDLE_MINUTES);
  await visit.heading('Sign in');
  await visit.says('Your session has ended. Sign in to continue where you left off.');
  expect(await visit.barriersOnScreens('sign-in-above')).toEqual([]);
  // Another language would load the page anew.
  expect(await visit.page.getByRole('button', { name: 'Français' }).count()).toBe(0);
  await visit.typePassword('ada', PASSWORD);
  await visit.heading('Audit');
  expect(visit.complaints).toEqual([]);
});

it('each session is listed in every other and can be ended there', async () => {
  await visit.enrol('grace');
  const elsewhere = await stage.begin();
  await elsewhere.signIn('grace');
  await elsewhere.heading('Overview');

  await visit.page.goto('/account');
  const sessions = visit.page.getByRole('table', { name: 'Sessions' }).getByRole('row');
  const other = sessions.filter({ hasText: 'Chrome' }).filter({ hasNotText: 'This session' });
  await other.getByRole('button', { name: /^End/ }).click();
  await visit.says('The session has ended.');
  await other.waitFor({ state: 'detached' });
  // The page receives it from the change stream, without user activity.
  await elsewhere.heading('Sign in');
  await elsewhere.end();

  await visit.page.getByRole('button', { name: /^End the session/ }).click();
  await visit.heading('Sign in');
  expect(visit.complaints).toEqual([]);
});

it('all other sessions can be ended together', async () => {
  await visit.enrol('joan');
  const elsewhere = await stage.begin();
  await elsewhere.enter('joan');
  await elsewhere.page.goto('/');
  await elsewhere.heading('Overview');
  await visit.page.goto('/account');
  await visit.page.getByRole('button', { name: 'End all others' }).click();
  await visit.page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
  await visit.says('All other sessions have ended.');
  await elsewhere.heading('Sign in');
  await elsewhere.end();
  expect(visit.complaints).toEqual([]);
});

async function changePassword(current: string): Promise<void> {
  const dialog = visit.page.getByRole('dialog', { name: 'Change password' });
  if (!(await dialog.isVisible())) await visit.page.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByLabel('Current password').fill(current);
  await dialog.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await dialog.getByLabel('Repeat the new password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Change password' }).click();
}

it('a session continues after its password change, and all others end', async () => {
  await visit.enrol('kate');
  const elsewhere = await stage.begin();
  await elsewhere.enter('kate');
  await elsewhere.page.goto('/');
  await elsewhere.heading('Overview');
  await visit.page.goto('/account');
  await changePassword('not the password that I have');
  await visit.says('This is not your password.');
  await changePassword(PASSWORD);
  await visit.says('Password changed. Your other sessions have ended.');
  await elsewhere.heading('Sign in');
  await visit.page.getByRole('link', { name: 'Runs' }).click();
  await visit.heading('Runs');
  await elsewhere.end();
  expect(visit.complaints).toEqual([]);
});

/** Holds the answers of an endpoint until they are released. */
function holdAnswers(name: EndpointName): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const hold = ({ method, url }: IncomingMessage, response: ServerResponse) => {
    if (method !== ENDPOINTS[name].method || url !== ENDPOINTS[name].path) return;
    const end = response.end.bind(response) as (...sent: unknown[]) => ServerResponse;
    response.end = (...sent: unknown[]) => {
      void promise.then(() => end(...sent));
      return response;
    };
  };
  const server = stage.dashboard.app.getHttpServer();
  server.prependListener('request', hold);
  return () => {
    server.off('request', hold);
    resolve();
  };
}

it('a session continues when its change stream learns of the password change before the page does', async () => {
  await visit.enrol('lise');
  const { page } = visit;
  const answerTo = (name: EndpointName, status: number) =>
    page.waitForResponse(
      (answer) => answer.url().endsWith(ENDPOINTS[name].path) && answer.status() === status,
    );
  const opened = answerTo('streamChanges', 200);
  await page.goto('/account');
  await opened;
  await page.getByRole('button', { name: 'Change password' }).waitFor();
  const [releaseChange, releaseSession] = [holdAnswers('changePassword'), holdAnswers('getSession')];
  await changePassword(PASSWORD);
  // Once the stream reconnects for the second time, the page has handled the first answer that its session has ended.
  await answerTo('streamChanges', 401);
  await answerTo('streamChanges', 401);
  const changed = answerTo('changePassword', 200);
  releaseChange();
  await (await changed).finished();
  await visit.says('Password changed. Your other sessions have ended.');
  const session = answerTo('getSession', 200);
  releaseSession();
  await (await session).finished();
  await page.getByRole('link', { name: 'Runs' }).click();
  await visit.heading('Runs');
  expect(new URL(page.url()).pathname).toBe('/runs');
});

/** Returns the status of a page's request to create a key. */
const makeKey = (headers: Record<string, string>) =>
  visit.page.evaluate(async (sent) => {
    const answer = await fetch('/api/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sent },
      body: JSON.stringify({ label: 'forged' }),
    });
    return answer.status;
  }, headers);

describe('a change', () => {
  it('needs the token of the session', async () => {
    await visit.enrol('mary');
    await visit.page.goto('/');
    await visit.heading('Overview');
    expect(await makeKey({})).toBe(403);
    expect(await makeKey({ 'x-csrf-token': 'guessed' })).toBe(403);
    const token = await visit.page.evaluate(
      async () => ((await (await fetch('/api/session')).json()) as { csrfToken: string }).csrfToken,
    );
    expect(await makeKey({ 'x-csrf-token': token })).toBe(201);
  });

  it('from another site is rejected and has no effect', async () => {
    await visit.enrol('rosa');
    const forged = await visit.context.newPage();
    await forged.route('http://elsewhere.localhost/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${stage.dashboard.url}/api/sign-out"><button>Win</button></form>`,
      }),
    );
    await forged.goto('http://elsewhere.localhost/');
    const answer = forged.waitForResponse(`${stage.dashboard.url}/api/sign-out`);
    await forged.getByRole('button').click();
    // A form cannot send JSON, the only accepted content type.
    expect((await answer).status()).toBe(400);
    await forged.close();
    await visit.page.goto('/');
    await visit.heading('Overview');
  });

  it('succeeds after another tab has signed in again', async () => {
    await visit.enrol('tove');
    await visit.page.goto('/keys');
    await visit.page.getByRole('button', { name: 'Create admin key' }).click();
    await visit.page.getByLabel('Label').fill('shown once');
    await visit.page.getByRole('button', { name: 'Create key' }).click();
    await visit.says('Store this key now');
    // A page that shows a secret asks before it is left; the person is at another tab.
    const stay = (dialog: Dialog) => dialog.dismiss();
    visit.page.on('dialog', stay);
    const tab = await visit.context.newPage();
    await tab.goto('/');
    // The answer leaves the page as it is.
    await visit.page.route('**/sign-in', (route) => route.fulfill({ status: 204 }));
    await tab.getByRole('button', { name: 'Account of tove' }).click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    // The other tab shows and keeps nothing of the person, without waiting for the server, also when a browser has kept the page.
    await visit.page.getByText('Store this key now').waitFor({ state: 'hidden' });
    expect(await visit.page.locator('body').isVisible()).toBe(false);
    await visit.page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
    await visit.heading('Sign in');
    visit.page.off('dialog', stay);
    await visit.page.unrouteAll();
    await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
    await tab.goBack();
    await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await tab.content()).not.toContain('tove');
    expect(await visit.page.content()).not.toContain('tove');
    expect(await visit.page.evaluate('sessionStorage.length')).toBe(0);
    await tab.getByLabel('Name').fill('tove');
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
    await tab.getByRole('heading', { name: 'Overview' }).waitFor();
    await tab.close();
    await visit.page.goto('/keys');
    await visit.page.getByRole('button', { name: 'Create admin key' }).click();
    await visit.page.getByLabel('Label').fill('after all');
    await visit.page.getByRole('button', { name: 'Create key' }).click();
    await visit.says('Store this key now');
    expect(visit.complaints).toEqual([]);
  });
});

it('a change is not made in the name of another person who signed in on another tab', async () => {
  await visit.enrol('asta');
  await stage.dashboard.enrol('bo');
  // This tab hears nothing of the others.
  await visit.page.route(`**${ENDPOINTS.streamChanges.path}`, () => undefined);
  await visit.page.addInitScript('BroadcastChannel.prototype.addEventListener = () => undefined');
  await visit.page.goto('/keys');
  await visit.page.getByRole('button', { name: 'Create admin key' }).click();
  await visit.page.getByLabel('Label').fill('a key of asta');
  const tab = await visit.context.newPage();
  await tab.goto('/');
  await tab.getByRole('button', { name: 'Account of asta' }).click();
  await tab.getByRole('menuitem', { name: 'Sign out' }).click();
  await tab.getByLabel('Name').fill('bo');
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
  await tab.getByRole('heading', { name: 'Overview' }).waitFor();
  await tab.close();
  await visit.page.getByRole('button', { name: 'Create key' }).click();
  await visit.page.getByRole('button', { name: 'Account of bo' }).waitFor();
  const made = await stage.dashboard.database.query(`select id from api_key where label = 'a key of asta'`);
  expect(made).toEqual([]);
  // Nor is what a tab keeps for a reload, when it is loaded anew between two persons.
  await visit.page.evaluate('sessionStorage.setItem("mending:1", "of bo")');
  stage.dashboard.pass(IDLE_MINUTES);
  await visit.page.goto('/keys');
  await visit.typePassword('asta', PASSWORD);
  await visit.page.getByRole('button', { name: 'Account of asta' }).waitFor();
  expect(await visit.page.evaluate('sessionStorage.getItem("mending:1")')).toBeNull();
  await visit.page.unrouteAll();
});

it('the page shows that the server cannot be reached, and recovers automatically', async () => {
  await visit.enrol('vera');
  await visit.page.goto('/');
  await visit.says('clinics.csv');
  await visit.context.setOffline(true);
  await visit.says('No connection');
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('no-connection');
  await visit.context.setOffline(false);
  await visit.page.getByText('No connection').waitFor({ state: 'detached' });
  expect(visit.complaints).toEqual([]);
});
