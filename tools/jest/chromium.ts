import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

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
