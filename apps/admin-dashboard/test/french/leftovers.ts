import { globSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { CLIENT, readTexts } from '../texts/read-sources.js';

/** English texts that differ from the French ones, as patterns: each `{name}` stands for any text. */
const ENGLISH = globSync('**/strings.en.json', { cwd: CLIENT }).flatMap((file) => {
  const french = readTexts(file.replace(/en\.json$/, 'fr.json'));
  return [...readTexts(file)].filter(([key, text]) => french.get(key) !== text).map(([, text]) => text);
});
const FRENCH = new Set(
  globSync('**/strings.fr.json', { cwd: CLIENT }).flatMap((file) => [...readTexts(file).values()]),
);
const PATTERNS = ENGLISH.filter(
  (text) => !FRENCH.has(text) && /\p{L}{3}/u.test(text.replaceAll(/\{\w+\}/g, '')),
)
  .map((text) =>
    text
      .split(/\{\w+\}/)
      .map(escaped)
      .join('.*'),
  )
  .map((source) => new RegExp(`^${source}$`, 's'));

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

/** Returns the English texts that a French page shows or tells screen readers, unless they are marked as English. */
export async function leftoversOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const attributes = ['alt', 'aria-description', 'aria-label', 'placeholder', 'title'];
    const unmarked = (element: Element | null) =>
      element !== null && !element.closest('[lang=en], [translate=no], code, script, style, noscript');
    const found = [document.title];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      if (unmarked(node.parentElement)) found.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll('*')) {
      if (!unmarked(element)) continue;
      for (const name of attributes) found.push(element.getAttribute(name) ?? '');
    }
    return [...new Set(found.map((text) => text.trim()))];
  });
  return texts.filter((text) => PATTERNS.some((pattern) => pattern.test(text)));
}

/** Returns the labels that do not fit: of buttons, badges, choices and the navigation. */
export function cutLabelsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = ['Button-label', 'Badge-label', 'SegmentedControl-label', 'NavLink-label'];
    const labels = document.querySelectorAll(parts.map((part) => `.mantine-${part}`).join(', '));
    return Array.from(labels)
      .filter(({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent ?? '');
  });
}
