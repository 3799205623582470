import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PageLanguage, pathIn } from '@care-atlas/server/pages';
import { GUIDE_GROUPS, type GuideGroup, type GuideName, GUIDES } from '../../texts/guide-names.js';
import { TEXTS } from '../../texts/texts.js';
import { once, type PortalDocument } from './document.js';
import { DOCS, renderMarkdown, type Rendering } from './markdown.js';

/** The guides that are translated: below docs/guides/fr, with the same names. */
const TRANSLATED: ReadonlySet<string> = new Set(GUIDES.slice(0, 3));
const GROUP_OF = new Map<GuideName, GuideGroup>(
  Object.entries(GUIDE_GROUPS).flatMap(([group, files]) =>
    files.map((file) => [file, group as GuideGroup] as const),
  ),
);

/** The values of an installation that the guides show. */
export interface Installation {
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly sandboxKey: string;
}

/** The values that the files contain in their place. */
export const WRITTEN: Installation = {
  baseUrl: 'http://localhost:3000',
  mcpUrl: 'http://localhost:3001/mcp',
  sandboxKey: 'care_sandbox_PublishedKeyForTryingTheAPI000002Hnkhs',
};

/** Reads and renders all guides for readers of a language, with the addresses and the sandbox key of this installation. */
export async function readGuides(
  installation: Installation,
  language: PageLanguage,
): Promise<readonly PortalDocument[]> {
  const { guides, guideGroups, guideTitles } = TEXTS[language];
  return Promise.all(
    GUIDES.map(async (file) => {
      const about = { path: pathOf(file), summary: guides[file], group: guideGroups[GROUP_OF.get(file)!] };
      const inEnglish = await readGuide(file, 'en', language, installation);
      if (language === 'en' || !TRANSLATED.has(file)) {
        const { [file]: translated } = guideTitles;
        const title = {
          title: translated ?? inEnglish.title,
          titleLanguage: translated ? language : 'en',
        } as const;
        return { ...about, language: 'en', ...inEnglish, ...title };
      }
      const translation = file.replace('guides/', `guides/${language}/`);
      const slugs = () => inEnglish.content().sections.map(({ slug }) => slug);
      const guide = await readGuide(translation, language, language, installation, slugs);
      return { ...about, language, ...guide, titleLanguage: language };
    }),
  );
}

/** @param readers the language of the pages that links lead to */
async function readGuide(
  file: string,
  language: PageLanguage,
  readers: PageLanguage,
  installation: Installation,
  slugs?: () => readonly string[],
) {
  const written = await readFile(join(DOCS, `${file}.md`), 'utf8');
  const markdown = Object.entries(WRITTEN).reduce(
    (all, [name, value]) => all.replaceAll(value, installation[name as keyof Installation]),
    written,
  );
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? file;
  const content = once(() => {
    const rendering = { file, language, slugs: slugs?.(), ...linksIn(readers) };
    return { markdown, ...renderMarkdown(markdown, rendering) };
  });
  return { title, content };
}

function pathOf(file: string): string {
  return `/docs/guides/${file.split('/').at(-1)}`;
}

/** Returns how links of documents lead to pages of a language. */
export function linksIn(language: PageLanguage): Pick<Rendering, 'urlOf' | 'addressOf'> {
  return {
    urlOf: (file, fragment) =>
      file === 'openapi.json' ? '/api/v1/openapi.json' : pathIn(language, guidePath(file, fragment)),
    // Files are the same in each language.
    addressOf: (path) => (path.startsWith('/downloads/') ? path : pathIn(language, path)),
  };
}

/** Returns the path of a part of a file of docs/; that of the list of guides for a file that is not served. */
function guidePath(file: string, fragment: string): string {
  const name = file.replace(/^guides\/fr\//, 'guides/').replace(/\.md$/, '');
  const guide = GUIDES.find((each) => each === name);
  return guide === undefined ? '/docs/guides' : pathOf(guide) + fragment;
}
