import type { Html } from './html.js';
import { pageDocument, type PageDocument, pageHeaders, type PagePermissions } from './page-document.js';
import type { PageVisit } from './page-visit.js';

/** What the pages of a kind have in common. */
export interface PageRules extends PagePermissions {
  /** The header `Cache-Control`. */
  readonly cache: string;
  /** Whether the content is narrow, for a page with a single task. */
  readonly narrow?: boolean;
}

/** What a page says of itself. */
export interface PageContent extends Pick<
  PageDocument,
  'title' | 'description' | 'isIndexed' | 'address' | 'translations' | 'scripts'
> {
  readonly body: Html;
}

/** A page as it is sent. */
export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns what surrounds the content of a page. */
export type PageLayout<Visit, Content> = (visit: Visit, content: Content) => Partial<PageDocument>;

/** A kind of page: its style, policy, caching and layout are declared once, so that headers and document agree. */
export class PageKind<Visit extends PageVisit = PageVisit, Content extends PageContent = PageContent> {
  /** The headers of every page of this kind, besides those of its language. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    private readonly rules: PageRules,
    private readonly layout: PageLayout<Visit, Content> = ({ languageSwitch }) => ({ languageSwitch }),
  ) {
    this.headers = { ...pageHeaders(rules), 'cache-control': rules.cache };
  }

  /** Renders a page. */
  page(visit: Visit, content: Content, status = 200): Page {
    const { style, narrow } = this.rules;
    const { language } = visit;
    return {
      status,
      headers: { ...this.headers, ...visit.headers },
      body: pageDocument({ style, narrow, ...this.layout(visit, content), ...content, language }),
    };
  }
}
