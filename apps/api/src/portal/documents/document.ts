import { type Html, type PageLanguage, pathIn } from '@care-atlas/server/pages';
import type { Section } from './markdown.js';

/** A document of the portal: a guide, or the reference of an operation. */
export interface PortalDocument {
  /** Its path in English. */
  readonly path: string;
  /** That of its content. */
  readonly language: PageLanguage;
  /** That for the readers of the pages, who may have another language than its content. */
  readonly title: string;
  /** The language of the title. */
  readonly titleLanguage: PageLanguage;
  readonly summary: string;
  /** The name of its part of the navigation, for the readers. */
  readonly group: string;
  /** Returns its content, which is rendered for the first reader: a service starts without rendering all documents. */
  readonly content: () => DocumentContent;
}

/** The content of a document. */
export interface DocumentContent {
  readonly markdown: string;
  readonly body: Html;
  readonly sections: readonly Section[];
  readonly terms: readonly Section[];
}

/** Returns a function that makes a value at its first call, and returns the same value ever after. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Returns the path of the Markdown of a document. */
export function markdownPathOf({ language, path }: Pick<PortalDocument, 'language' | 'path'>): string {
  return `${pathIn(language, path)}.md`;
}
