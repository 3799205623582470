import { createHash } from 'node:crypto';
import type { PortalDocument } from '../documents/document.js';
import { atomFeed } from './atom-feed.js';

/** A line of the history in the change policy: `- 2026-11-23: What was added.` */
const CHANGE = /^- (\d{4}-\d{2}-\d{2}): (.+)$/gm;

/** Writes the history of the interface as an Atom feed. @param policy the change policy */
export function changeFeed({ content, path }: PortalDocument, baseUrl: string): string {
  const changes = Array.from(content().markdown.matchAll(CHANGE), ([, date = '', text = '']) => ({
    date,
    text,
  }));
  const page = `${baseUrl}${path}`;
  return atomFeed({
    id: `${baseUrl}/changes.atom`,
    title: 'Changes of the Care Atlas API',
    self: `${baseUrl}/changes.atom`,
    page,
    updated: `${changes[0]?.date ?? '1970-01-01'}T00:00:00Z`,
    entries: changes.map(({ date, text }) => ({
      id: `${page}#${createHash('sha256').update(`${date} ${text}`).digest('hex').slice(0, 32)}`,
      title: text.replaceAll('`', ''),
      updated: `${date}T00:00:00Z`,
      link: `${page}#history`,
    })),
  });
}
