import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PortalDocument } from './document.js';
import { DOCS, renderMarkdown } from './markdown.js';

/** The guides in reading order: path below docs/ without `.md`, and summary. */
const GUIDES = [
  ['guides/first-request', 'A first answer, with nothing to install and no sign-up.'],
  ['guides/generated-clients', 'Clients that generators make of the API description.'],
  ['guides/filters', 'The exact meaning of each parameter.'],
  ['guides/places', 'Near a station, within a distance, in an area.'],
  ['guides/explain', 'Why a record is missing from a list, and which filter leaves it out.'],
  ['guides/paging', 'Pages, their order, and revalidation that costs nothing.'],
  ['guides/formats', 'Lists as CSV for spreadsheets, and as GeoJSON for maps.'],
  ['guides/embed', 'The search on your own pages, with two lines of HTML.'],
  ['guides/mirror', 'A copy of the directory: files with all of it, and what changed since.'],
  ['guides/fhir', 'The directory as FHIR resources, in bulk.'],
  ['guides/freshness', 'How current a record is.'],
  ['guides/evidence', 'Who observed each fact, when, how, and until when it holds.'],
  ['guides/accuracy', 'How often the data was right when it was checked, and how to verify that.'],
  ['guides/errors', 'Every error code, and how to handle it.'],
  ['guides/keys', 'Kinds of keys, how to replace one, and how leaked keys are detected.'],
  ['guides/limits', 'The limits of each key, and how to see your usage.'],
  ['guides/checkout', 'How to buy a key, and what happens when something goes wrong.'],
  ['guides/gateway', 'What differs behind a third-party gateway.'],
  ['guides/mcp', 'The directory in an AI assistant: how to connect one, and what its model receives.'],
  ['guides/oauth', 'Sign-in from an assistant, and what a client has to implement.'],
  ['operate/configuration', 'For operators: every variable that the service reads.'],
  ['guides/changes', 'What may change, and how changes are announced.'],
] as const;

/** The values of an installation that the guides show. */
export interface Installation {
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly sandboxKey: string;
}

/** The values that the files contain in their place. */
const WRITTEN: Installation = {
  baseUrl: 'http://localhost:3000',
  mcpUrl: 'http://localhost:3001/mcp',
  sandboxKey: 'care_sandbox_PublishedKeyForTryingTheAPI000002Hnkhs',
};

/** Reads and renders all guides, with the addresses and the sandbox key of this installation. */
export function readGuides(installation: Installation): Promise<readonly PortalDocument[]> {
  return Promise.all(
    GUIDES.map(async ([file, summary]) => {
      const written = await readFile(join(DOCS, `${file}.md`), 'utf8');
      const markdown = Object.entries(WRITTEN).reduce(
        (all, [name, value]) => all.replaceAll(value, installation[name as keyof Installation]),
        written,
      );
      const title = /^# (.+)$/m.exec(markdown)?.[1] ?? file;
      const rendered = renderMarkdown(markdown, { file, urlOf });
      return { path: pathOf(file), title, summary, group: 'Guides', markdown, ...rendered };
    }),
  );
}

function pathOf(file: string): string {
  return `/docs/guides/${file.split('/').at(-1)}`;
}

/** Returns the URL of a file of docs/; the list of guides for a file that is not served. */
export function urlOf(file: string): string {
  if (file === 'openapi.json') return '/api/v1/openapi.json';
  const guide = GUIDES.find(([name]) => file === `${name}.md`);
  return guide ? pathOf(guide[0]) : '/docs/guides';
}
