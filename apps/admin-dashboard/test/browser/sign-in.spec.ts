import { Secret, TOTP } from 'otpauth';
import { BrowserStage } from './browser-stage.js';
import { PASSWORD, Visit } from './visit.js';

let stage: BrowserStage;
let visit: Visit;

beforeAll(async () => {
  stage = await BrowserStage.start();
});
afterAll(() => stage?.stop());
beforeEach(async () => {
  visit = await stage.begin();
});
afterEach(() => visit.end());

/** Returns a code of the next period at each call, because no code works twice. */
function codesOf(secret: string): () => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return () => {
    stage.dashboard.pass(1);
    return totp.generate({ timestamp: stage.dashboard.now.getTime() });
  };
}

/** Adds a virtual authenticator that always verifies the user. */
async function addAuthenticator(): Promise<void> {
  const cdp = await visit.context.newCDPSession(visit.page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function addPasskey(label: string): Promise<void> {
  const { page } = visit;
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Name of the passkey').fill(label);
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('button', { name: `Remove passkey ${label}` }).waitFor();
}

/** Sets up an authenticator. @returns its secret and the recovery codes */
async function setUpAuthenticator(): Promise<{ code: () => string; recoveryCodes: string[] }> {
  const { page } = visit;
  await page.goto('/account');
  await page.getByRole('button', { name: 'Set up authenticator' }).click();
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByAltText('QR code of the secret below').waitFor();
  const code = codesOf((await page.locator('code.secret').textContent())!);
  await visit.picture('authenticator');
  await page.getByLabel('Code from the app').fill(code());
  await page.getByRole('button', { name: 'Confirm' }).click();
  const codes = page.getByRole('group', { name: 'Recovery codes' });
  await codes.waitFor();
  await visit.picture('recovery-codes');
  const recoveryCodes = (await codes.textContent())!.split('\n');
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await codes.waitFor({ state: 'detached' });
  return { code, recoveryCodes };
}

it('a new administrator must change the one-time password', async () => {
  const oneTime = await stage.dashboard.invite('ada');
  await visit.page.goto('/runs');
  await visit.typePassword('ada', oneTime);
  await visit.heading('Choose a password');
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('new-password');
  await visit.choosePassword('too short');
  await visit.says('At least 15 characters.');
  await visit.choosePassword('password password');
  await visit.says(/tried first/);
  await visit.choosePassword();
  await visit.heading('Runs');
  expect(visit.complaints).toEqual([]);
});

it('signing in by password and signing out work by keyboard', async () => {
  await stage.dashboard.enrol('grace');
  await visit.page.goto('/sign-in');
  const { keyboard } = visit.page;
  await visit.page.getByLabel('Name').focus();
  await keyboard.type('grace');
  await keyboard.press('Tab');
  await keyboard.type(PASSWORD);
  await keyboard.press('Enter');
  await visit.heading('Overview');
  await visit.page.getByRole('button', { name: 'Account of grace' }).focus();
  await keyboard.press('Enter');
  const signOut = visit.page.getByRole('menuitem', { name: 'Sign out' });
  await signOut.waitFor();
  const isFocused = () => signOut.evaluate((item) => item === document.activeElement);
  for (let items = 0; items < 8 && !(await isFocused()); items++) await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await visit.heading('Sign in');
  expect(visit.complaints).toEqual([]);
});

it('signing in shows the same error for a wrong password and an unknown name, and keeps the name', async () => {
  await visit.page.goto('/sign-in');
  await visit.typePassword('nobody', 'not a password at all');
  await visit.says('Name and password do not match.');
  expect(await visit.page.getByLabel('Name').inputValue()).toBe('nobody');
  expect(await visit.page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  expect(visit.complaints).toEqual([]);
});

it('signing in works with an authenticator, and once with each recovery code', async () => {
  await visit.enrol('joan');
  const { code, recoveryCodes } = await setUpAuthenticator();
  await visit.signOut();

  await visit.signIn('joan');
  await visit.heading('One more step');
  expect(await visit.barriers()).toEqual([]);
  await visit.picture('second-factor');
  await visit.page.getByLabel('Code from your authenticator app').fill('000000');
  await visit.page.getByRole('button', { name: 'Confirm' }).click();
  await visit.says('This code is wrong or was already used.');
  await visit.page.getByLabel('Code from your authenticator app').fill(code());
  await visit.page.getByRole('button', { name: 'Confirm' }).click();
  await visit.heading('Overview');
  await visit.signOut();

  const useRecoveryCode = async () => {
    await visit.signIn('joan');
    await visit.page.getByRole('button', { name: 'Use a recovery code' }).click();
    await visit.page.getByLabel('Recovery code').fill(recoveryCodes[0]!);
    await visit.page.getByRole('button', { name: 'Confirm' }).click();
  };
  await useRecoveryCode();
  await visit.heading('Overview');
  await visit.signOut();
  await useRecoveryCode();
  await visit.says('This code is wrong or was already used.');
  expect(visit.complaints).toEqual([]);
});

it('signing in works with a passkey after the password, and with a passkey alone', async () => {
  await addAuthenticator();
  await visit.enrol('kate');
  await addPasskey('this laptop');
  await visit.signOut();

  await visit.signIn('kate');
  await visit.page.getByRole('button', { name: 'Use a passkey' }).click();
  await visit.heading('Overview');
  await visit.signOut();

  await visit.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await visit.heading('Overview');
  expect(visit.complaints).toEqual([]);
});

it('signing in returns to the requested page, and to no other site', async () => {
  await stage.dashboard.enrol('mary');
  await visit.page.goto('/usage?hours=720');
  await visit.heading('Sign in');
  await visit.typePassword('mary', PASSWORD);
  await visit.heading('Usage');
  expect(new URL(visit.page.url()).search).toBe('?hours=720');
  await visit.signOut();
  await visit.page.goto('/sign-in?from=//elsewhere.example/');
  await visit.typePassword('mary', PASSWORD);
  await visit.heading('Overview');
  expect(new URL(visit.page.url()).origin).toBe(stage.dashboard.url);
  expect(visit.complaints).toEqual([]);
});
