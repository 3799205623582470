import { chosenLanguage, languageCookie, languageOf, negotiatedHeaders } from './language.js';

describe('the language of a visitor', () => {
  test.each([
    ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    ['en-CA,fr-CA;q=0.9', 'en'],
    ['en;q=0.4, fr;q=0.6', 'fr'],
    ['de, ta;q=0.9, fr;q=0.1', 'fr'],
    ['fr;q=0, *', 'en'],
    ['de, ta', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [';;;q=,,,fr=', 'en'],
    [undefined, 'en'],
  ])('who accepts "%s" is %s', (accepted, language) => {
    expect(languageOf({ 'accept-language': accepted })).toBe(language);
  });

  test('is the one that was chosen earlier, whatever the browser prefers', () => {
    expect(languageOf({ cookie: 'a=1; care-language=en; b=2', 'accept-language': 'fr' })).toBe('en');
    expect(languageOf({ cookie: 'care-language=fr' })).toBe('fr');
  });

  test('is not changed by a cookie of another name or value', () => {
    expect(languageOf({ cookie: 'care-language=de; xcare-language=en', 'accept-language': 'fr' })).toBe('fr');
  });
});

describe('a choice', () => {
  test('is one of the supported languages', () => {
    expect(chosenLanguage({ lang: 'fr' })).toBe('fr');
    for (const query of [{}, { lang: 'de' }, { lang: ['fr', 'en'] }, { lang: '' }, undefined]) {
      expect(chosenLanguage(query)).toBeUndefined();
    }
  });

  test('is remembered by a cookie that comes back', () => {
    const cookie = languageCookie('fr', 'https://atlas.example');
    expect(cookie).toMatch(/; Path=\/; Max-Age=\d+; SameSite=Lax; Secure$/);
    expect(languageOf({ cookie: cookie.split(';')[0] })).toBe('fr');
    expect(languageCookie('en', 'http://localhost:3000')).not.toContain('Secure');
  });

  test('is known to caches', () => {
    expect(negotiatedHeaders('fr')).toEqual({ 'content-language': 'fr', vary: 'Accept-Language, Cookie' });
  });
});
