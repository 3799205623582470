import type { OpenAPIObject } from '@nestjs/swagger';
import type { PageLanguage } from '@care-atlas/server/pages';
import { TEXTS } from '../../texts/texts.js';
import { once, type PortalDocument } from './document.js';
import { linksIn } from './guide.js';
import { renderMarkdown } from './markdown.js';
import { type ApiOperation, apiOperations } from './operation.js';
import { operationMarkdown } from './operation-markdown.js';
import { operationSamples } from './operation-samples.js';

/** The reference of an operation. */
export interface OperationReference extends PortalDocument {
  readonly operation: ApiOperation;
}

/** Returns the reference of each operation of the interface description, which is in English. @param readers whose pages links lead to */
export function operationReferences(
  description: OpenAPIObject,
  apiUrl: string,
  sandboxKey: string,
  readers: PageLanguage,
): readonly OperationReference[] {
  const apiPath = new URL(apiUrl).pathname;
  const { titles, groups } = TEXTS[readers].operations;
  return apiOperations(description).map((operation) => {
    const { id, summary, tag, description: text } = operation;
    const content = once(() => {
      const samples = operationSamples(operation, apiUrl, sandboxKey);
      const markdown = operationMarkdown(description, operation, apiPath, samples);
      const file = `reference/${id}.md`;
      return { markdown, ...renderMarkdown(markdown, { file, language: 'en', ...linksIn(readers) }) };
    });
    const [first = ''] = text.split(/(?<=\.)\s/);
    return {
      path: `/docs/reference/${id}`,
      language: 'en',
      title: titles[id] ?? summary,
      titleLanguage: titles[id] === undefined ? 'en' : readers,
      summary: first,
      group: groups[tag]?.[0] ?? tag,
      content,
      operation,
    };
  });
}
