import type { CallToolResult } from '@modelcontextprotocol/client';
import { element } from './element.js';

/** Returns the text of a result. */
export function textOf({ content }: CallToolResult): string {
  return content
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n')
    .trim();
}

/** Returns what went wrong: the words of the connector, or that it was not reached. */
export function failureOf(failure: unknown): HTMLElement {
  const isResult = typeof failure === 'object' && failure !== null && 'content' in failure;
  const text = isResult ? textOf(failure as CallToolResult) : '';
  return element(
    'p',
    { role: 'alert', class: 'failure' },
    text || 'The connector could not be reached. Try again.',
  );
}
