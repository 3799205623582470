import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import markdownIt from 'markdown-it';
import { Html, html, type PageLanguage } from '@care-atlas/server/pages';
import { type Texts, TEXTS } from '../../texts/texts.js';
import { copyBlock } from '../copy-block.js';

/** The folder of the documents. */
export const DOCS = join(import.meta.dirname, '../../../../../docs');

type MarkdownToken = ReturnType<typeof MARKDOWN.parse>[number];

/** A heading of a document, with its fragment. */
export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly slug: string;
}

/** A part of a document: a heading and the plain text up to the next one. */
export interface Section extends Heading {
  readonly content: string;
}

/** A rendered document. */
export interface RenderedMarkdown {
  readonly body: Html;
  readonly sections: readonly Section[];
  /** The rows of tables that explain a word of the interface, such as a parameter or an error code. */
  readonly terms: readonly Section[];
}

interface Term extends Omit<Section, 'slug'> {
  readonly row: MarkdownToken;
  slug: string;
}

export interface Rendering {
  /** The path of the file below docs/, which its links are relative to. */
  readonly file: string;
  /** Returns the URL of a file of docs/, with a fragment, which may be empty. */
  readonly urlOf: (file: string, fragment: string) => string;
  /** Returns the address of a page of the portal. */
  readonly addressOf: (path: string) => string;
  /** That of the text. */
  readonly language: PageLanguage;
  /** More fragments of its headings, in order: those of the document that it translates. */
  readonly slugs?: readonly string[] | undefined;
}

/** Renders Markdown of this project. Raw HTML in it is text. */
export function renderMarkdown(text: string, rendering: Rendering): RenderedMarkdown {
  const env = { rendering };
  const tokens = MARKDOWN.parse(text, env);
  const sections: { level: number; text: string; slug: string; content: string }[] = [];
  const terms: Term[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = tokens[at + 1]!;
      const slug = uniqueSlug(
        slugOf(heading.content),
        sections.map((section) => section.slug),
      );
      token.attrSet('id', slug);
      const other = rendering.slugs?.[sections.length];
      if (other !== undefined && other !== slug) token.meta = { fragment: other };
      sections.push({ level: Number(token.tag[1]), text: plainText(heading), slug, content: '' });
    } else if (token.type === 'inline' && !UNSEARCHED.has(tokens[at - 1]!.type)) {
      const section = sections.at(-1);
      if (section) section.content += `${plainText(token)} `;
    } else if (token.type === 'fence') {
      // The text before and after code must not read as one.
      const section = sections.at(-1);
      if (section) section.content += '… ';
    } else if (token.type === 'tr_open') {
      const term = termOf(tokens, at);
      if (term) terms.push(term);
    }
  }
  for (const term of terms) {
    const slug = uniqueSlug(
      slugOf(term.text),
      [...sections, ...terms].map((each) => each.slug),
    );
    term.slug = slug;
    term.row.attrSet('id', slug);
  }
  return { terms, body: new Html(MARKDOWN.renderer.render(tokens, MARKDOWN.options, env)), sections };
}

/** What is a section's own heading, or the same in every table. */
const UNSEARCHED = new Set(['heading_open', 'th_open']);
/** Below every heading. */
const TERM_LEVEL = 7;
/** The info string of one of several samples of the same request. */
const SAMPLE = /^\w+ sample (.+)$/;

const MARKDOWN = markdownIt({ html: false, typographer: false });
// Documents link to files of the repository: the links are rewritten to the pages that serve them.
MARKDOWN.renderer.rules.link_open = (tokens, index, options, env, self) => {
  const { file, urlOf, addressOf } = renderingOf(env);
  const token = tokens[index]!;
  const href = String(token.attrGet('href'));
  const [, target, fragment = ''] = /^([^:#/][^:#]*)(#.*)?$/.exec(href) ?? [];
  if (target !== undefined) token.attrSet('href', urlOf(join(dirname(file), target), fragment));
  else if (href.startsWith('/')) token.attrSet('href', addressOf(href));
  return self.renderToken(tokens, index, options);
};

// A translated heading has the fragment of the original as well.
MARKDOWN.renderer.rules.heading_open = (tokens, index, options, _env, self) => {
  const { fragment } = (tokens[index]!.meta ?? {}) as { readonly fragment?: string };
  const anchor = fragment === undefined ? '' : html`<span id="${fragment}"></span>`.text;
  return self.renderToken(tokens, index, options) + anchor;
};

// Guides contain drawings of the repository: a page carries its own, because it is the only one that shows them.
MARKDOWN.renderer.rules.image = (tokens, index, _options, env) => {
  const image = tokens[index]!;
  const file = join(DOCS, dirname(renderingOf(env).file), String(image.attrGet('src')));
  const drawing = `data:image/svg+xml;base64,${readFileSync(file, 'base64')}`;
  return html`<img class="drawing" src="${drawing}" alt="${image.content}">`.text;
};

// Wide tables and long lines scroll on their own, also by keyboard, so that the page does not.
MARKDOWN.renderer.rules.table_open = (tokens, index, _options, env) => {
  const number = tokens.slice(0, index + 1).filter(({ type }) => type === 'table_open').length;
  const rowEnd = tokens.findIndex(({ type }, at) => at > index && type === 'tr_close');
  const columns = tokens.slice(index, rowEnd).filter(({ type }) => type === 'th_open').length;
  const wide = columns > 2 && new Html(' class="wide"');
  const { documents } = textsOf(env);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${documents.table(number)}"><table${wide}>`
    .text;
};
MARKDOWN.renderer.rules.table_close = () => '</table></div>';
MARKDOWN.renderer.rules.fence = (tokens, index, _options, env) => {
  const { actions, documents } = textsOf(env);
  const number = tokens.slice(0, index + 1).filter(({ type }) => type === 'fence').length;
  const { content, info } = tokens[index]!;
  const [, language] = SAMPLE.exec(info) ?? [];
  const [code] = info.split(' ');
  const label = language ?? documents.example(number);
  const block = copyBlock(`example-${number}`, label, content, actions, code);
  if (language === undefined) return block.text;
  const isFirst = !SAMPLE.test(tokens[index - 1]?.info ?? '');
  return html`<details class="snippet" name="sample" ${isFirst && new Html('open')}>
    <summary>${language}</summary>${block}</details>`.text;
};

/** Returns what a row of a table explains, if it begins with code. Errors have their code after their status. */
function termOf(tokens: readonly MarkdownToken[], at: number): Term | undefined {
  const end = tokens.findIndex(({ type }, index) => index > at && type === 'tr_close');
  const cells = tokens.slice(at, end).filter(({ type }) => type === 'inline');
  const named = cells.slice(0, 2).find(({ content }) => /^`[\w.-]+`/.test(content));
  const isRow = tokens[at + 1]?.type === 'td_open';
  if (!named || !isRow) return undefined;
  const text = /^`([\w.-]+)`/.exec(named.content)![1]!;
  const content = cells
    .filter((cell) => cell !== named)
    .map((cell) => plainText(cell))
    .join(' · ');
  return { level: TERM_LEVEL, text, content, slug: '', row: tokens[at]! };
}

/** Returns what the renderer was given along. */
function renderingOf(env: unknown): Rendering {
  return (env as { readonly rendering: Rendering }).rendering;
}

function textsOf(env: unknown): Texts {
  return TEXTS[renderingOf(env).language];
}

/** The text of a line, without its marks. */
function plainText({ children, content }: MarkdownToken): string {
  if (!children) return content;
  return children.map((child) => (child.type === 'softbreak' ? ' ' : child.content)).join('');
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

function uniqueSlug(slug: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
