import { ENGLISH } from '@care-atlas/domain/messages';
import { Html } from '@care-atlas/server/pages/html';
import { CARD_TEXTS } from './card-texts.js';
import { PAGE_TEXTS } from './page-texts.js';
import { LANGUAGES, TEXTS } from './texts.js';

type Leaf = string | ((...values: readonly unknown[]) => unknown);

const ALL = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    leavesOf({
      ...TEXTS[language],
      messages: ownMessages(TEXTS[language].messages),
      pages: PAGE_TEXTS[language],
      card: CARD_TEXTS[language].card,
    }),
  ]),
);
const [english, french] = [ALL['en']!, ALL['fr']!];

/** Returns the messages of the connector. `messages.spec.ts` of the domain tests the others. */
function ownMessages(messages: object): object {
  return Object.fromEntries(Object.entries(messages).filter(([code]) => !(code in ENGLISH)));
}

/** Returns the texts of an object, by their path. */
function leavesOf(texts: object, path = ''): ReadonlyMap<string, Leaf> {
  return new Map(
    Object.entries(texts).flatMap(([name, member]: [string, Leaf | object]) => {
      if (member instanceof Html) return [[path + name, member.text] as const];
      if (typeof member === 'object') return [...leavesOf(member, `${path}${name}.`)];
      return [[path + name, member] as const];
    }),
  );
}

/** A value that is found again in a text, whether it is read as a text, a list or an object. */
function probe(index: number): unknown {
  const text = `⟦${index}⟧`;
  return new Proxy(new String(text), {
    get: (target, name) => {
      if (name === 'join') return () => text;
      const own: unknown = Reflect.get(target, name);
      if (typeof own === 'function') return own.bind(target) as unknown;
      return own ?? (typeof name === 'string' ? `⟦${name}⟧` : undefined);
    },
  });
}

/** Returns a text with probes in its places. */
function written(leaf: Leaf): string {
  if (typeof leaf === 'string') return leaf;
  return String(leaf(...Array.from({ length: leaf.length }, (_, index) => probe(index))));
}

const placesOf = (leaf: Leaf) => [...new Set(written(leaf).match(/⟦\w+⟧/g))].toSorted();

it('every text exists in both languages', () => {
  // Words that are read as they are, where the other language has no other ones.
  const isOpen = (path: string) => path.startsWith('answers.groups.');
  const keysOf = (texts: ReadonlyMap<string, Leaf>) => [...texts.keys()].filter((path) => !isOpen(path));
  expect(keysOf(french).toSorted()).toEqual(keysOf(english).toSorted());
  expect(english.size).toBeGreaterThan(200);
});

it('every text has the same places in both languages', () => {
  for (const [path, leaf] of english) {
    expect([path, placesOf(french.get(path)!)]).toEqual([path, placesOf(leaf)]);
  }
});

it('every French text is another one, but for names and single words', () => {
  const same = [...english].filter(([path, leaf]) => written(leaf) === written(french.get(path)!));
  expect(same.filter(([, leaf]) => /\p{L}{3,} \p{L}{3,}/u.test(written(leaf))).map(([path]) => path)).toEqual(
    [],
  );
});

it.each([
  ['en', 'about 1 week to wait', '1 year of practice'],
  ['fr', 'environ 1 semaine d’attente', '1 an de pratique'],
] as const)('one of a thing is singular: %s', (language, wait, years) => {
  const { answers } = TEXTS[language];
  expect([answers.wait(1), answers.yearsOfPractice(1)]).toEqual([wait, years]);
});

it('French texts follow the typography of Canada', () => {
  for (const [path, leaf] of french) {
    const text = written(leaf);
    const wrong = [
      /[^\u00a0]:(?=\s|$)/,
      /[\s\u00a0][;?!]/,
      /«(?!\u00a0)|(?<!\u00a0)»/,
      /\p{L}'\p{L}/u,
      / %/,
    ].filter((pattern) => pattern.test(text));
    expect([path, text, wrong]).toEqual([path, text, []]);
  }
});
