import { createHash } from 'node:crypto';
import { html } from './html.js';
import { pageDocument, pageHeaders } from './page-document.js';

const STYLE = '.map { color: red; }';

describe('a page', () => {
  test('escapes what it is told', () => {
    const page = pageDocument({ title: '<Title>', body: html`<h1>${'<Body>'}</h1>` });
    expect(page).toContain('<title>&lt;Title&gt; – Care Atlas</title>');
    expect(page).toContain('<h1>&lt;Body&gt;</h1>');
  });

  test('allows exactly the style that it has', () => {
    const page = pageDocument({ title: '', body: html``, style: STYLE });
    const policy = pageHeaders({ style: STYLE })['content-security-policy']!;
    const styles = Array.from(page.matchAll(/<style>([^]*?)<\/style>/g), ([, text = '']) => text);
    expect(styles).toHaveLength(2);
    for (const style of styles) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    }
  });

  test('runs no script and asks for nothing unless it says so', () => {
    const policy = pageHeaders({ forms: "'self'" })['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toContain('script-src');
  });

  test('is isolated from the page that opened it unless it may share its process', () => {
    expect(pageHeaders({ scripts: true })).toMatchObject({ 'cross-origin-opener-policy': 'same-origin' });
    expect(pageHeaders({ sharesProcess: true })).not.toHaveProperty('cross-origin-opener-policy');
  });

  test('is not indexed without a description', () => {
    expect(pageDocument({ title: 'x', body: html`` })).toContain('noindex');
    expect(pageDocument({ title: 'x', description: 'y', body: html`` })).not.toContain('noindex');
  });

  test('names its language, and leads to itself in the others', () => {
    const translations = { en: 'https://atlas.example/x', fr: 'https://atlas.example/fr/x' };
    const page = pageDocument({
      language: 'fr',
      title: 'x',
      description: 'y',
      translations,
      languageSwitch: { language: 'en', href: '/fr/x?a=1&lang=en' },
      body: html``,
    });
    expect(page).toContain('<html lang="fr">');
    expect(page).toContain('Aller au contenu');
    expect(page).toContain('<link rel="alternate" hreflang="en" href="https://atlas.example/x" />');
    expect(page).toContain('<link rel="alternate" hreflang="fr" href="https://atlas.example/fr/x" />');
    expect(page).toContain('href="/fr/x?a=1&amp;lang=en" lang="en" hreflang="en">English</a>');
  });
});
