import { type Html, type PageLanguage, pathIn } from '@care-atlas/server/pages';
import type { Section } from './markdown.js';

/** A document of the portal: a guide, or the reference of an operation. */
export interface PortalDocument {
  /** Its path in English. */
  readonly path: string;
  /** That of its content. */
  readonly language: PageLanguage;
  readonly title: string;
  readonly summary: string;
  /** The name of its part of the navigation. */
  readonly group: string;
  readonly markdown: string;
  readonly body: Html;
  readonly sections: readonly Section[];
}

/** Returns the path of the Markdown of a document. */
export function markdownPathOf({ language, path }: Pick<PortalDocument, 'language' | 'path'>): string {
  return `${pathIn(language, path)}.md`;
}
