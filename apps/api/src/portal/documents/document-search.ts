import { type PageLanguage, pathIn } from '@care-atlas/server/pages';
import MiniSearch, { type Query } from 'minisearch';
import type { PortalDocument } from './document.js';
import { searchWords } from './search-words.js';

/** A part of a document that a search found. */
export interface FoundSection {
  /** The path of the page, with the fragment of the part. */
  readonly path: string;
  readonly language: PageLanguage;
  /** The title of the document. */
  readonly title: string;
  readonly heading: string;
  /** The beginning of its text. */
  readonly content: string;
}

const MAX_FOUND = 12;
const SHOWN_CHARACTERS = 180;
/** Longer queries are cut: each word costs time. */
const MAX_QUERY = 100;
const NO_WORD = /[^\p{L}\p{N}_]+/u;
/** Shorter words say too little by themselves. */
const TELLING = 4;

/** A guide explains what the reference only lists. The variables of an operator are what few readers look for. */
function boostDocument(path: string): number {
  if (path.includes('/docs/guides/configuration')) return 0.5;
  return path.includes('/docs/guides/') ? 2 : 1;
}

/** Returns a search over all parts of the documents, for readers of a language. It also finds beginnings of words, and words with a typing error. */
export function documentSearch(
  documents: readonly PortalDocument[],
  readers: PageLanguage,
): (query: string) => readonly FoundSection[] {
  const index = new MiniSearch<FoundSection>({
    idField: 'path',
    fields: ['heading', 'title', 'content'],
    storeFields: ['path', 'language', 'title', 'heading', 'content'],
    searchOptions: {
      boost: { heading: 4, title: 3 },
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
      boostDocument,
    },
  });
  // Many operations have the same records and errors: the first one stands for all.
  const parts = new Map<string, FoundSection>();
  for (const { path: english, language, title, content: contentOf } of documents) {
    const path = pathIn(readers, english);
    const { sections, terms } = contentOf();
    for (const { level, slug, text, content } of [...sections, ...terms]) {
      const key = `${text}\n${content}`;
      if (parts.has(key)) continue;
      const address = level === 1 ? path : `${path}#${slug}`;
      parts.set(key, { path: address, language, title, heading: text, content });
    }
  }
  index.addAll([...parts.values()]);
  return (query) => {
    const words = query.slice(0, MAX_QUERY).split(NO_WORD).filter(Boolean);
    const all = index.search(queryOf(words, 'AND'));
    // A sentence has words that no document has: the best places for the others are more than nothing.
    const results = all.length > 0 ? all : index.search(queryOf(words.filter(isTelling), 'OR'));
    return results.slice(0, MAX_FOUND).map((result) => {
      const { path, language, title, heading, content } = result as unknown as FoundSection;
      return { path, language, title, heading, content: beginningOf(content) };
    });
  };
}

/** Returns a query for words, each of which may stand as another one that the documents have. */
function queryOf(words: readonly string[], combineWith: 'AND' | 'OR'): Query {
  const queries = words.map((word): Query => ({ combineWith: 'OR', queries: [...searchWords(word)] }));
  return { combineWith, queries };
}

function isTelling(word: string): boolean {
  return word.length >= TELLING;
}

function beginningOf(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text.trim();
  return `${text.slice(0, text.lastIndexOf(' ', SHOWN_CHARACTERS))} …`;
}
