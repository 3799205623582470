import type { Html } from '@care-atlas/server/pages';
import type { Section } from './markdown.js';

/** A document of the portal: a guide, or the reference of an operation. */
export interface PortalDocument {
  /** Its path; with `.md` after it, the path of its Markdown. */
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  /** The name of its part of the navigation. */
  readonly group: string;
  readonly markdown: string;
  readonly body: Html;
  readonly sections: readonly Section[];
}
