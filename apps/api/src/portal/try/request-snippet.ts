import { FLAGS } from './try-request.js';

/** A request below the address of the interface. */
export interface SnippetRequest {
  readonly apiUrl: string;
  /** Path and query. */
  readonly path: string;
  readonly key: string;
}

/** The languages that a request is shown in, in order. Each runs as it is. */
export const SNIPPETS = [
  { id: 'curl', name: 'curl', code: 'sh', write: curlOf },
  { id: 'javascript', name: 'JavaScript', code: 'js', write: javascriptOf },
  { id: 'python', name: 'Python', code: 'python', write: pythonOf },
] as const;

const LISTS = new Set(['area', 'specialties', 'languages', 'days', 'include']);
const NUMBERS = new Set(['within', 'minYears', 'maxYears']);
const BOOLEANS = new Set<string>([...FLAGS.usual, ...FLAGS.other]);

function curlOf({ apiUrl, path, key }: SnippetRequest): string {
  return `curl -H 'Authorization: Bearer ${key}' \\\n  '${(apiUrl + path).replaceAll("'", '%27')}'`;
}

function javascriptOf({ apiUrl, path, key }: SnippetRequest): string {
  const [operation, query] = path.split('?');
  const method = operation === '/doctors/search' ? 'searchDoctors' : 'listDoctors';
  const args = Array.from(
    new URLSearchParams(query),
    ([name, value]) => `  ${name}: ${argument(name, value)},\n`,
  );
  return `// npm install @care-atlas/client
import { CareAtlas } from '@care-atlas/client/client';

const directory = new CareAtlas({
  url: ${quoted(apiUrl)},
  key: ${quoted(key)},
});
const { total, doctors } = await directory.${method}({
${args.join('')}});
console.log(total, doctors);`;
}

function argument(name: string, value: string): string {
  if (LISTS.has(name)) return `[${value.split(',').map(quoted).join(', ')}]`;
  const isPlain =
    (NUMBERS.has(name) && /^\d+(\.\d+)?$/.test(value)) || (BOOLEANS.has(name) && value === 'true');
  return isPlain ? value : quoted(value);
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function pythonOf({ apiUrl, path, key }: SnippetRequest): string {
  return `import json, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(apiUrl + path)},
    headers={"Authorization": "Bearer ${key}"},
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
print(answer["total"], answer["doctors"])`;
}
