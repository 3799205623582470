import type { OpenAPIObject } from '@nestjs/swagger';
import { type ApiOperation, type ApiResponse, type Parameter, resolved, type Schema } from './operation.js';
import type { Sample } from './operation-samples.js';

/** Writes the reference of an operation as Markdown: what it does, its parameters, its answer, and its errors. */
export function operationMarkdown(
  document: OpenAPIObject,
  operation: ApiOperation,
  apiPath: string,
  samples: readonly Sample[],
): string {
  const { id, method, path, summary, description, needsKey, parameters, responses } = operation;
  const answer = responses.find(([status]) => status === '200')?.[1];
  const errors = responses.filter(([status]) => Number(status) >= 400);
  const parts = [
    `# ${summary}`,
    `\`${method} ${apiPath}${path}\``,
    description,
    `Operation \`${id}\`. ${needsKey ? 'Needs an [API key](../guides/keys.md).' : 'Needs no key.'}`,
    '## Example',
    ...samples.map(({ language, info, code }) => `\`\`\`${info} sample ${language}\n${code}\n\`\`\``),
    ...parameterPart(
      'Path parameters',
      parameters.filter((parameter) => parameter.in === 'path'),
    ),
    ...parameterPart(
      'Query parameters',
      parameters.filter((parameter) => parameter.in === 'query'),
    ),
    ...(answer ? answerPart(document, answer) : []),
    '## Errors',
    'Each has a JSON body with a code, a message and the `requestId`: see [errors](../guides/errors.md).',
    table(['Status', 'Code', 'Meaning'], errors.map(errorRow)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function parameterPart(title: string, parameters: readonly Parameter[]): string[] {
  if (parameters.length === 0) return [];
  const rows = parameters.map(({ name, required, deprecated, description, schema }) => [
    `\`${name}\`${required && title.startsWith('Query') ? ' (required)' : ''}${deprecated ? ' (deprecated)' : ''}`,
    typeText(schema),
    description + valuesText(schema),
  ]);
  return [`## ${title}`, table(['Name', 'Type', 'Meaning'], rows)];
}

function answerPart(document: OpenAPIObject, { content = {}, headers = {} }: ApiResponse): string[] {
  const [first] = Object.values(content);
  const json = content['application/json'];
  const forms = Object.keys(content).filter((type) => type !== 'application/json');
  const schemas = json?.schema ? reachable(document, json.schema) : [];
  return [
    '## Answer',
    ...(forms.length === 0 ? [] : [`Also as ${forms.map((type) => `\`${type}\``).join(' and ')}.`]),
    ...(json?.example === undefined ? [] : [`\`\`\`json\n${JSON.stringify(json.example, null, 2)}\n\`\`\``]),
    ...(first && !json ? [first.schema?.description ?? ''] : []),
    ...schemas.flatMap(([name, schema]) => [
      `### ${name}`,
      table(
        ['Member', 'Type', 'Meaning'],
        Object.entries(schema.properties ?? {}).map(([member, value]) => [
          `\`${member}\``,
          typeText(value),
          (value.description ?? '') + valuesText(value),
        ]),
      ),
    ]),
    '### Headers',
    table(
      ['Name', 'Meaning'],
      Object.entries(headers).map(([name, header]) => [`\`${name}\``, header.description]),
    ),
  ];
}

/** Returns the records of a schema by name: its own, and those that their members refer to. */
function reachable(document: OpenAPIObject, schema: Schema): (readonly [name: string, schema: Schema])[] {
  const found = new Map<string, Schema>();
  const visit = (part: Schema): void => {
    const name = part.$ref?.split('/').at(-1);
    if (name !== undefined && found.has(name)) return;
    const whole = resolved(document, part);
    if (name !== undefined) found.set(name, whole);
    if (whole.items) visit(whole.items);
    Object.values(whole.properties ?? {}).forEach(visit);
  };
  visit(schema);
  return [...found];
}

function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!;
  const types = [schema.type ?? 'any'].flat();
  const named = types.map((type) =>
    type === 'array' && schema.items ? `list of ${typeText(schema.items)}` : (schema.format ?? type),
  );
  return [...new Set(types.map((type, at) => (type === 'null' ? 'null' : named[at]!)))].join(' or ');
}

/** Returns the values that a schema permits, and its default. */
function valuesText({ items, ...schema }: Schema): string {
  const values = schema.enum ?? schema['x-extensible-enum'] ?? items?.enum ?? items?.['x-extensible-enum'];
  const shown = values?.filter((value) => value !== '').map((value) => `\`${String(value)}\``);
  // Names of members inside others, such as clinic.phone: an example is enough.
  const inner = shown?.find((value) => value.includes('.'));
  const outer = shown?.filter((value) => !value.includes('.')).join(', ');
  const list = shown
    ? ` Values: ${outer}${inner ? `, and members inside these, such as ${inner}` : ''}.`
    : '';
  return schema.default === undefined ? list : `${list} Default: \`${JSON.stringify(schema.default)}\`.`;
}

function errorRow([status, { content = {}, description }]: readonly [string, ApiResponse]): string[] {
  const example = content['application/json']?.example as { error?: string } | undefined;
  return [status, example?.error ? `\`${example.error}\`` : '', description];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
