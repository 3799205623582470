import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Starts the browser of the machine. */
export function launchChromium(): Promise<Browser> {
  const executablePath = PLACES.find((place) => existsSync(place));
  if (executablePath) return chromium.launch({ executablePath, args: [...FLAGS, ...QUIET] });
  throw new Error(
    `These tests need Chromium at ${PLACES.join(' or ')}: "apt-get install chromium" provides it.`,
  );
}
