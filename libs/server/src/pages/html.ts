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

/** Fills the places of a template: each value is escaped, unless it is Html. */
export type HtmlTemplate = (values?: Readonly<Record<string, HtmlValue>>) => Html;

/**
 * Returns a function that fills the places of an HTML file, such as `{{name}}`.
 * @throws from the function, when a place has no value
 */
export function htmlTemplate(text: string): HtmlTemplate {
  const [first = '', ...rest] = text.split('{{');
  return (values = {}) => {
    const filled = rest.map((part) => {
      const [name = '', after = ''] = part.split('}}');
      if (name in values) return textOf(values[name]) + after;
      throw new Error(`The template has no value for ${name}.`);
    });
    return new Html([first, ...filled].join(''));
  };
}
