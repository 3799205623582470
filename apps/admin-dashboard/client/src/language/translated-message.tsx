import { fill, wordOf } from '../display/format.js';
import { type Language, LANGUAGE } from './language.js';
import frenchMessages from './server-messages.fr.json';
import { English } from './server-text.js';
import { TEXTS } from './texts.js';

/** The messages of the server, each with its translation. Those of the server are English. */
const MESSAGES: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: {}, fr: frenchMessages };

/** Patterns of the messages with their translations, longest first. Each `{name}` in a message stands for any text. */
const PATTERNS = Object.entries(MESSAGES[LANGUAGE])
  .toSorted(([a], [b]) => ownLength(b) - ownLength(a))
  .map(([message, translation]) => {
    const parts = message.split(/\{(\w+)\}/);
    // Every other part is a name.
    const source = parts.map((part, at) => (at % 2 === 0 ? escaped(part) : `(?<${part}>.+)`));
    return [new RegExp(`^${source.join('')}$`), translation] as const;
  });

function ownLength(message: string): number {
  return message.replaceAll(/\{\w+\}/g, '').length;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

/** Shows a message of the server in the language of the page, or marks it as English if it has no translation. */
export default function TranslatedMessage({ text }: { readonly text: string }) {
  return translationOf(text) ?? <English text={text} />;
}

function translationOf(message: string): string | undefined {
  for (const [pattern, translation] of PATTERNS) {
    const found = pattern.exec(message);
    if (found) return fill(translation, shown(found.groups ?? {}));
  }
  return undefined;
}

/** Names roles as the page does. */
function shown(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, wordOf(TEXTS.common.roles, value)]),
  );
}
