/** Trusted HTML, which is not escaped. */
export class Html {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** A value in a template: HTML is inserted as it is, text is escaped, lists are joined, absent values are empty. */
export type HtmlValue = Html | string | number | readonly HtmlValue[] | false | null | undefined;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Tags a template of HTML. Escapes every value, in text and quoted attributes, unless it is Html. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings.map((part, index) => part + textOf(values[index])).join(''));
}

function textOf(value: HtmlValue): string {
  if (value === undefined || value === null || value === false) return '';
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(textOf).join('');
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
