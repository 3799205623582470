import { createHash } from 'node:crypto';
import type { PortalDocument } from '../documents/document.js';

/** A line of the history in the change policy: `- 2026-11-23: What was added.` */
const CHANGE = /^- (\d{4}-\d{2}-\d{2}): (.+)$/gm;

/** Writes the history of the interface as an Atom feed (RFC 4287). @param policy the change policy */
export function changeFeed({ content, path }: PortalDocument, baseUrl: string): string {
  const changes = Array.from(content().markdown.matchAll(CHANGE), ([, date = '', text = '']) => ({
    date,
    text,
  }));
  const page = `${baseUrl}${path}`;
  const entries = changes.map(({ date, text }) => {
    const id = createHash('sha256').update(`${date} ${text}`).digest('hex').slice(0, 32);
    return `<entry>
  <id>${page}#${id}</id>
  <title>${escaped(text.replaceAll('`', ''))}</title>
  <updated>${date}T00:00:00Z</updated>
  <link href="${page}#history"/>
</entry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${baseUrl}/changes.atom</id>
<title>Changes of the Care Atlas API</title>
<author><name>Care Atlas</name></author>
<link rel="self" href="${baseUrl}/changes.atom"/>
<link href="${page}"/>
<updated>${changes[0]?.date ?? '1970-01-01'}T00:00:00Z</updated>
${entries.join('\n')}
</feed>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
