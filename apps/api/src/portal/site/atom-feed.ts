/** A feed of RFC 4287. Texts are plain, times are RFC 3339. */
export interface AtomFeed {
  readonly id: string;
  readonly title: string;
  readonly language?: string;
  /** The address of the feed. */
  readonly self: string;
  /** The address of the page that it belongs to. */
  readonly page: string;
  readonly updated: string;
  readonly entries: readonly AtomEntry[];
}

export interface AtomEntry {
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  readonly link: string;
  readonly summary?: string;
}

/** Writes a feed as XML. */
export function atomFeed({ id, title, language, self, page, updated, entries }: AtomFeed): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"${language === undefined ? '' : ` xml:lang="${language}"`}>
<id>${escaped(id)}</id>
<title>${escaped(title)}</title>
<author><name>Care Atlas</name></author>
<link rel="self" href="${escaped(self)}"/>
<link href="${escaped(page)}"/>
<updated>${updated}</updated>
${entries.map(entryXml).join('\n')}
</feed>
`;
}

function entryXml({ id, title, updated, link, summary }: AtomEntry): string {
  return `<entry>
  <id>${escaped(id)}</id>
  <title>${escaped(title)}</title>
  <updated>${updated}</updated>
  <link href="${escaped(link)}"/>${summary === undefined ? '' : `\n  <summary>${escaped(summary)}</summary>`}
</entry>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
