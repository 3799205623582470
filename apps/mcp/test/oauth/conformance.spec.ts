import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startChromium } from '../../../../tools/jest/chromium.js';
import { freePort, TestConnector } from './test-connector.js';

jest.setTimeout(90_000);

const SUITE = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);
let browser: Browser;
let connector: TestConnector;

beforeAll(async () => {
  [browser, connector] = await Promise.all([startChromium(), TestConnector.start()]);
});
afterAll(async () => {
  await browser?.close();
  await connector?.stop();
});

/** A program that the suite acts as, with an answer on any port of this computer. */
async function register(): Promise<string> {
  const metadata = { client_name: 'The official suite', redirect_uris: ['http://127.0.0.1/callback'] };
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(metadata);
  const registered = await fetch(`${connector.origin}/oauth/register`, { method: 'POST', headers, body });
  return ((await registered.json()) as { client_id: string }).client_id;
}

/** Answers the page of a login as a person would. */
async function answer(url: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Connect with the sandbox' }).click();
  await page.close();
}

test('the official suite finds nothing wrong with the authorization server', async () => {
  const args = ['authorization', '--url', connector.origin, '--client-id', await register()];
  const more = ['--port', String(await freePort()), '--resource', connector.url.href];
  const suite = spawn(process.execPath, [SUITE, ...args, ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(suite, 'close');
  const said: string[] = [];
  const listen = (line: string) => {
    said.push(line);
    const url = new RegExp(`${connector.origin}/oauth/authorize\\?\\S+`).exec(line)?.[0];
    if (url !== undefined) void answer(url);
  };
  for (const stream of [suite.stdout, suite.stderr]) createInterface(stream).on('line', listen);
  const [status] = (await ended) as [number];
  expect(said.filter((line) => line.includes('✗'))).toEqual([]);
  expect(said).toContain('Total: 3 passed, 0 failed');
  expect(status).toBe(0);
});
