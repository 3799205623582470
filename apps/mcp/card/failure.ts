import type { CallToolResult } from '@modelcontextprotocol/client';
import { element } from './element.js';
import { sentence } from '../src/texts/sentence.js';
import { messagesOf } from './answer.js';
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
  const text = isResult ? failureText(failure as CallToolResult) : '';
  return element('p', { role: 'alert', class: 'failure' }, text || words.card.unreachable);
}

function failureText(result: CallToolResult): string {
  const [message] = messagesOf(result);
  return message === undefined ? textOf(result) : sentence(message, words);
}
