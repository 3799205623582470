import type { BrowserContextOptions } from 'playwright-core';
import type { BrowserStage } from '../browser/browser-stage.js';
import { PASSWORD, type Visit } from '../browser/visit.js';

/** A browser that asks for French, as in Canada. */
export function beginInFrench(stage: BrowserStage, options: BrowserContextOptions = {}): Promise<Visit> {
  return stage.begin({ locale: 'fr-CA', ...options });
}

/** Signs in by the French form. */
export async function signInInFrench(visit: Visit, name: string, password = PASSWORD): Promise<void> {
  const { page } = visit;
  await page.goto('/sign-in');
  await page.getByLabel('Nom', { exact: true }).fill(name);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
}
