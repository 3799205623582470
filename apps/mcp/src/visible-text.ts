import { Answer } from '@care-atlas/domain/contract';
import type { Said } from '@care-atlas/domain/messages';

/** Control characters, and those that reorder others (bidirectional) or are not seen (zero-width). */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const LINE_BREAKS = /[\r\n\v\f\u0085\u2028\u2029]+/;
/** How hidden characters and line breaks occur in JSON: as escapes, or as they are. */
const SUSPECT_JSON = /\\[bfnrtu]|[\u007f-\u009f\u2028\u2029\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Returns a text without hidden characters, which can disguise it; by default in one line. */
export function visibleText(text: string, lineBreak = ' '): string {
  const lines = text.split(LINE_BREAKS).map((line) => line.replaceAll('\t', ' ').replace(HIDDEN, ''));
  return lines.join(lineBreak);
}

/** Marks every line that the public wrote, so that none passes for the server's. Leaves out images. */
export function quotation(text: string): string {
  return `> ${withoutImages(visibleText(text, '\n> '))}`;
}

/**
 * Replaces images in Markdown and HTML: a host that shows an answer would load them, which tells their server that
 * somebody reads it.
 */
function withoutImages(text: string): string {
  return text
    .replaceAll(/!\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '(image: $1)')
    .replaceAll('![', '! [')
    .replaceAll(
      /<(?=\/?(?:img|picture|source|svg|image|iframe|object|embed|video|audio|link|style)\b)/gi,
      '< ',
    );
}

/** Parses an answer without hidden characters. Only the text of a review keeps its lines. */
export function visibleValue<T>(answer: Answer<T>): T {
  return answer instanceof VisibleAnswer ? answer.value : visibleJson(answer.text);
}

/** The messages of an answer, without hidden characters in what they repeat. */
export interface VisibleMessages {
  readonly warnings: readonly Said[];
  readonly notes: readonly (readonly Said[])[];
}

export function visibleMessages({ messages: { warnings, notes } }: Answer<unknown>): VisibleMessages {
  return visibleJson(JSON.stringify({ warnings, notes: notes?.() ?? [] }));
}

/** An answer that was parsed without hidden characters. */
export class VisibleAnswer<T> extends Answer<T> {
  constructor(
    private readonly visible: T,
    { page, tag, messages }: Answer<unknown>,
  ) {
    super('', page, tag, messages);
  }

  override get value(): T {
    return this.visible;
  }

  override get text(): string {
    return JSON.stringify(this.value);
  }

  /** Not known without the JSON. */
  override get length(): number {
    return Infinity;
  }
}

/** Parses JSON without hidden characters. */
export function visibleJson<T>(json: string): T {
  if (!SUSPECT_JSON.test(json)) return JSON.parse(json) as T;
  return JSON.parse(json, (name, value: unknown) =>
    typeof value === 'string' ? visibleText(value, name === 'text' ? '\n' : ' ') : value,
  ) as T;
}
