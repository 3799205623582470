import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ESTree } from 'vite';
import { ENGLISH as ENGLISH_MESSAGES } from '#contract/messages/english';
import { FRENCH as FRENCH_MESSAGES } from '#contract/messages/french';
import { CLIENT, filesOf, readTexts, templateText, visit } from './read-sources.js';

const ENGLISH = globSync('**/strings.en.json', { cwd: CLIENT }).toSorted();
const frenchOf = (file: string) => file.replace(/en\.json$/, 'fr.json');
const FRENCH = ENGLISH.map((file) => [frenchOf(file), readTexts(frenchOf(file))] as const);

/** A placeholder: `{name}`, or `{name:row|rows}` for the word that goes with a number. */
const PLACEHOLDER = /\{(\w+)(?::[^|}]*\|[^}]*)?\}/g;
const placeholders = (text: string) =>
  [...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name]) => name!))].toSorted();
const LETTERS = /\p{L}{2}/u;

describe.each(ENGLISH.map((file) => [dirname(file), file]))('the texts of %s', (_folder, file) => {
  const [english, french] = [readTexts(file), readTexts(frenchOf(file))];

  test('have the same keys in both languages, in the same order', () => {
    expect([...french.keys()]).toEqual([...english.keys()]);
  });

  test('have the same placeholders in both languages', () => {
    const differing = [...english].filter(
      ([key, text]) => String(placeholders(text)) !== String(placeholders(french.get(key) ?? '')),
    );
    expect(differing).toEqual([]);
  });
});

/** What is written in the same way in both languages. */
const SAME_IN_BOTH =
  /^(?:Care Atlas|Administration|Actions?|Page \{page\}|Sessions|Secret|Note|Total|Source|Corrections?|Incidents|Origine?|API|REST|GTFS|HSDS|OpenStreetMap|SHA-256|\/[\w/]+|languages=.*|Okafor, .*|Type|Latitude|Longitude|https:\/\/…|M5S 1A1|Mo-Fr .*|(?:observation|services?|sessions|source|note|stations?|corrections?|communication|webhook|patient|[Aa]ctive))$/;

test('French texts are not the English ones', () => {
  const same = ENGLISH.flatMap((file) => {
    const french = readTexts(frenchOf(file));
    return [...readTexts(file)].filter(([key, text]) => french.get(key) === text && LETTERS.test(bare(text)));
  });
  expect(same.filter(([, text]) => !SAME_IN_BOTH.test(text))).toEqual([]);
});

/** Returns a text without its placeholders and units. */
function bare(text: string): string {
  return text.replaceAll(PLACEHOLDER, '').replaceAll(/\b(?:ms|km)\b/g, '');
}

test.each([...FRENCH, ['messages/french.ts', sentencesOf(FRENCH_MESSAGES)] as const])(
  '%s has the typography of Canadian French',
  (_file, texts) => {
    // A colon within an address or a name of a header has no space before it.
    const faults = /[^\u00a0] ?:(?=\s|$)|«(?!\u00a0)|(?<!\u00a0)»|\s[;?!]|'|"|[^\u00a0\d]%/;
    const faulty = [...texts].filter(([, text]) => faults.test(text.replaceAll('Authorization:', '')));
    expect(faulty).toEqual([]);
  },
);

/** Returns the sentence of each code of a catalogue, with an `x` for each parameter. */
function sentencesOf(catalogue: object): Map<string, string> {
  const parameter = Object.assign(new String('x'), { join: () => 'x' });
  const parameters = new Proxy({}, { get: () => parameter });
  const names = { role: String };
  return new Map(
    Object.entries(catalogue).map(([code, sentence]: [string, unknown]) => [
      code,
      typeof sentence === 'function' ? (sentence(parameters, names) as string) : String(sentence),
    ]),
  );
}

/** Attributes and properties that people see or hear. */
const SEEN =
  /^(?:alt|aria-(?:description|label|placeholder|roledescription|valuetext)|description|error|head|hint|label|lead|placeholder|title)$/;

/** Returns the texts that an expression may show. */
function shownBy(node: ESTree.Node | null): string[] {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node?.type === 'JSXText') return [node.value];
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '');
  if (node?.type === 'JSXExpressionContainer') return shownBy(node.expression);
  if (node?.type === 'LogicalExpression') return shownBy(node.right);
  if (node?.type !== 'ConditionalExpression') return [];
  return [...shownBy(node.consequent), ...shownBy(node.alternate)];
}

test.each(filesOf('client/src/**/*.tsx'))('%s shows no text of its own', (file) => {
  const found: string[] = [];
  const add = (node: ESTree.Node | null) => found.push(...shownBy(node).filter((text) => LETTERS.test(text)));
  visit(file, {
    JSXElement: ({ children }) => children.forEach(add),
    JSXFragment: ({ children }) => children.forEach(add),
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && SEEN.test(name.name)) add(value);
    },
    Property: ({ key, value }) => {
      const name = key.type === 'Literal' ? String(key.value) : key.type === 'Identifier' ? key.name : '';
      if (SEEN.test(name)) add(value);
    },
  });
  expect(found).toEqual([]);
});

/** What the server writes into a test alert, which is English mail. */
const NO_MESSAGE = 'This is a test.';

/** Returns the sentences of a file, each with a `{}` for each value. */
function sentencesIn(file: string): string[] {
  const found: string[] = [];
  const add = (text: string) => {
    if (/^(?:\p{Lu}|\{\}).* .*[.?]$/su.test(text) && text !== NO_MESSAGE) found.push(text);
  };
  visit(file, {
    Literal: ({ value }) => {
      if (typeof value === 'string') add(value);
    },
    TemplateLiteral: (template) => add(templateText(template)),
  });
  return found;
}

const SOURCES = [...filesOf('server/src/**/*.ts'), ...filesOf('contract/**/*.ts')];

test.each(SOURCES.filter((file) => !file.startsWith('contract/messages/')))(
  '%s says messages of the catalogue, and no sentence of its own',
  (file) => {
    expect(sentencesIn(file)).toEqual([]);
  },
);

test.each(SOURCES)('%s throws no error with a text', (file) => {
  const found: string[] = [];
  const add = ({ callee }: ESTree.NewExpression | ESTree.CallExpression) => {
    if (callee.type === 'Identifier' && /^(?:DirectoryError|invalidParameters)$/.test(callee.name))
      found.push(callee.name);
  };
  visit(file, { NewExpression: add, CallExpression: add });
  expect(found).toEqual([]);
});

test('French messages are not the English ones', () => {
  const french = sentencesOf(FRENCH_MESSAGES);
  expect([...sentencesOf(ENGLISH_MESSAGES)].filter(([code, text]) => french.get(code) === text)).toEqual([]);
});
