import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { startChromium } from '../../../tools/jest/chromium.js';
import { CONFORMANCE_SUITE } from '../official-programs.js';
import { freePort, TestMcp } from '../../../apps/mcp/test/test-mcp.js';

let browser: Browser;
let mcp: TestMcp;

beforeAll(async () => {
  [browser, mcp] = await Promise.all([startChromium(), freePort().then((port) => TestMcp.start({ port }))]);
});
afterAll(async () => {
  await browser?.close();
  await mcp?.stop();
});

/** Registers the client that the suite acts as, with a loopback address on any port. */
async function register(): Promise<string> {
  const metadata = { client_name: 'The official suite', redirect_uris: ['http://127.0.0.1/callback'] };
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(metadata);
  const registered = await fetch(`${mcp.origin}/oauth/register`, { method: 'POST', headers, body });
  return ((await registered.json()) as { client_id: string }).client_id;
}

/** Completes the login as a person would. */
async function logIn(url: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Connect with the sandbox' }).click();
  await page.close();
}

test('the authorization server passes the official suite', async () => {
  const args = ['authorization', '--url', mcp.origin, '--client-id', await register()];
  const more = ['--port', String(await freePort()), '--resource', mcp.url];
  const suite = spawn(process.execPath, [CONFORMANCE_SUITE, ...args, ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(suite, 'close');
  const output: string[] = [];
  const listen = (line: string) => {
    output.push(line);
    const url = new RegExp(`${mcp.origin}/oauth/authorize\\?\\S+`).exec(line)?.[0];
    if (url !== undefined) void logIn(url);
  };
  for (const stream of [suite.stdout, suite.stderr]) createInterface(stream).on('line', listen);
  const [status] = (await ended) as [number];
  expect(output.filter((line) => line.includes('✗'))).toEqual([]);
  expect(output).toContain('Total: 3 passed, 0 failed');
  expect(status).toBe(0);
});
