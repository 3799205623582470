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
    const names = ['alt', 'aria-description', 'aria-label', 'placeholder', 'title'];
    const found: [element: Element, text: string][] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      found.push([node.parentElement!, node.textContent ?? '']);
    }
    for (const element of document.querySelectorAll('*')) {
      for (const name of names) found.push([element, element.getAttribute(name) ?? '']);
    }
    const marked = '[lang=en], [translate=no], code, script, style, noscript';
    const unmarked = found.filter(([element]) => !element.closest(marked)).map(([, text]) => text.trim());
    return [...new Set([document.title, ...unmarked])];
  });
  return texts.filter((text) => PATTERNS.some((pattern) => pattern.test(text)));
}

/** Returns what is cut off: labels of buttons, badges, choices and the navigation, rows of choices, and on a desktop tables under their actions. */
export function cutLabelsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = ['Button', 'Badge', 'SegmentedControl', 'NavLink'];
    const parts = [...controls.map((name) => `.mantine-${name}-label`), '.mantine-SegmentedControl-root'];
    if (window.innerWidth >= 1280) parts.push('[role=group]:has(> * .ends-in-actions, > .ends-in-actions)');
    return Array.from(document.querySelectorAll(parts.join(', ')))
      .filter(({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent ?? '');
  });
}
