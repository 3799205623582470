import type { CallToolResult } from '@modelcontextprotocol/client';
import { element } from './element.js';
import { words } from './words.js';

/** Returns the text of a result. */
function textOf({ content }: CallToolResult): string {
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
    text.split('\n').map(words.sentence).join('\n') || words.card.unreachable,
  );
}
