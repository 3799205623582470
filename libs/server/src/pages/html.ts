/** Text that is HTML already and goes into a page as it is. */
export class Html {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** What may stand in a template: HTML as it is, text escaped, lists joined; nothing for what is absent. */
export type HtmlValue = Html | string | number | readonly HtmlValue[] | false | null | undefined;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template of HTML. Every value is escaped, in text and within quoted attributes, unless it is Html itself. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings.map((part, index) => part + textOf(values[index])).join(''));
}

function textOf(value: HtmlValue): string {
  if (value === undefined || value === null || value === false) return '';
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(textOf).join('');
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
