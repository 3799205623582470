import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { pathOfChromium } from '../../tools/jest/chromium.js';
import { NAMES, PERSON } from './outside-names.js';

// node operator.ts PROXY INTERNET
// An operator at the machine of the rehearsal: reads one act per line from the standard input, as JSON, and answers each with
// one line. 127.0.0.1:8080 leads to the proxy, as the port of Compose does.
const [proxy = '', internet = ''] = process.argv.slice(2);
const DASHBOARD = 'http://dashboard.localhost:8080';
const PASSWORD = 'maple kettle orbit seventeen';
const PAUSE_MS = 25;

createServer((socket) => {
  const other = connect({ host: proxy, port: 8080 });
  for (const [from, to] of [
    [socket, other],
    [other, socket],
  ] as const)
    from.pipe(to).on('error', () => from.destroy());
}).listen(8080, '127.0.0.1');

let browser: Browser;
let page: Page;

async function newPage(): Promise<Page> {
  const context = await browser.newContext({
    baseURL: DASHBOARD,
    reducedMotion: 'reduce',
    ignoreHTTPSErrors: true,
  });
  context.setDefaultTimeout(60_000);
  return context.newPage();
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Counts of answers by their status; 0 is no answer at all. */
let counts: Record<string, number> = {};
let [longest, isLoading] = [0, false];
/** The longest time in which no request was answered with 200. */
let [lastOutage, lastAnswer] = [0, 0];
let loading: Promise<unknown> = Promise.resolve();

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
const agent = new Agent({ keepAlive: true });

/** Sends a GET to the API through the proxy. */
function ask(path: string, key: string): Promise<Reply> {
  const headers = { host: 'api.localhost', ...(key !== '' && { authorization: `Bearer ${key}` }) };
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: 8080, path, headers, agent }, (answer) => {
      textOf(answer).then(
        (body) => resolve({ status: answer.statusCode!, headers: answer.headers, body }),
        reject,
      );
    });
    asked.on('error', reject).end();
  });
}

async function load(key: string): Promise<void> {
  while (isLoading) {
    const begun = performance.now();
    const { status } = await ask('/api/v1/doctors?limit=1', key).catch(() => ({ status: 0 }));
    counts[status] = (counts[status] ?? 0) + 1;
    if (status === 200) lastOutage = Math.max(lastOutage, performance.now() - lastAnswer);
    if (status === 200) lastAnswer = performance.now();
    longest = Math.max(longest, performance.now() - begun);
    await sleep(PAUSE_MS);
  }
}

const ACTS: Readonly<Record<string, (...words: string[]) => Promise<unknown>>> = {
  async firstSignIn(name, password) {
    page = await newPage();
    await page.goto('/sign-in');
    await page.getByLabel('Name').fill(name!);
    await page.getByLabel('Password', { exact: true }).fill(password!);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat the new password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set password and continue' }).click();
    await page.getByRole('button', { name: /^Account of/ }).waitFor();
  },
  async upload(text) {
    await page.goto('/imports');
    const file = { name: 'clinics.csv', mimeType: 'text/csv', buffer: Buffer.from(text!) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('combobox', { name: 'What it holds' }).click();
    await page.getByRole('option', { name: 'Clinics', exact: true }).click();
    await page.getByRole('button', { name: 'Upload and check' }).click();
    await heading('clinics.csv');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Changes and report' }).waitFor();
  },
  health() {
    return page.evaluate(async () => (await fetch('/api/health')).json());
  },
  async testAlert() {
    await page.goto('/health');
    await page.getByRole('button', { name: 'Send a test alert' }).click();
    await page.getByText('The test alert was sent.').waitFor();
  },
  async providerSignIn() {
    const before = page;
    page = await newPage();
    await page.goto('/sign-in');
    await page
      .getByRole('button', { name: /Example Health/ })
      .or(page.getByRole('link', { name: /Example Health/ }))
      .click();
    await page.getByRole('button', { name: `Account of ${PERSON}` }).waitFor();
    page = before;
  },
  get: (path, key = '') => ask(path!, key),
  async load(key) {
    [counts, longest, isLoading] = [{}, 0, true];
    [lastOutage, lastAnswer] = [0, performance.now()];
    loading = Promise.all([load(key!), load(key!), load(key!), load(key!)]);
  },
  async endLoad() {
    isLoading = false;
    await loading;
    return { counts, longest: Math.round(longest), outage: Math.round(lastOutage) };
  },
  async answered() {
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  },
};

browser = await chromium.launch({
  executablePath: pathOfChromium(),
  args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${NAMES.login} ${internet}`],
});
process.stdin.setEncoding('utf8');
console.log('ready');
let rest = '';
for await (const data of process.stdin) {
  const lines = (rest + String(data)).split('\n');
  rest = lines.pop()!;
  for (const line of lines) {
    const [act, ...words] = JSON.parse(line) as string[];
    const answer = await ACTS[act!]!(...words).then(
      (value) => ({ value: value ?? null }),
      async (error: Error) => ({
        error: error.message,
        shown: await page
          ?.locator('body')
          .innerText()
          .catch(() => ''),
      }),
    );
    console.log(JSON.stringify(answer));
  }
}
await browser.close();
process.exit();
