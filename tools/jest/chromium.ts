import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import axeCore, { type AxeResults } from 'axe-core';
import { type Browser, chromium, type Frame, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Starts this machine's Chromium without a window. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: pathOfChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Returns the violations of accessibility that axe finds on a page, by all of its rules or by those named. */
export async function barriersOf(page: Page, ...rules: string[]): Promise<string[]> {
  // Without the legacy mode axe opens a second page for each analysis, for frames of other sites: there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  return wordsOf(violations);
}

/** Returns the violations in a frame of another origin, which axe does not look into from its page. */
export async function barriersInFrame(frame: Frame): Promise<string[]> {
  await frame.evaluate(axeCore.source);
  const { violations } = await frame.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return wordsOf(violations);
}

function wordsOf(violations: AxeResults['violations']): string[] {
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Returns the program in the variable CHROMIUM, or the first usual name on the path. */
function pathOfChromium(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const usual = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = [process.env['CHROMIUM'] ?? '', ...usual].find(isProgram);
  if (found !== undefined) return found;
  throw new Error(
    'Tests in a browser need Chromium: install it ("apt-get install chromium"), or name it by CHROMIUM.',
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return path !== '';
  } catch {
    return false;
  }
}
