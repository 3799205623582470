import { type PageLanguage, pathIn } from '@care-atlas/server/pages';
import MiniSearch from 'minisearch';
import type { PortalDocument } from './document.js';

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

/** A guide explains what the reference only lists. */
function boostDocument(path: string): number {
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
    for (const { level, slug, text, content } of contentOf().sections) {
      const key = `${text}\n${content}`;
      if (parts.has(key)) continue;
      const address = level === 1 ? path : `${path}#${slug}`;
      parts.set(key, { path: address, language, title, heading: text, content });
    }
  }
  index.addAll([...parts.values()]);
  return (query) =>
    index
      .search(query.slice(0, MAX_QUERY))
      .slice(0, MAX_FOUND)
      .map((result) => {
        const { path, language, title, heading, content } = result as unknown as FoundSection;
        return { path, language, title, heading, content: beginningOf(content) };
      });
}

function beginningOf(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text.trim();
  return `${text.slice(0, text.lastIndexOf(' ', SHOWN_CHARACTERS))} …`;
}
