import type { ApiOperation } from './operation.js';

/** Code that sends an example request. */
export interface Sample {
  readonly language: string;
  /** The info string of its block in Markdown. */
  readonly info: string;
  readonly code: string;
}

/** Returns the path and query of an example request, below the address of the interface. */
export function examplePath({ path, parameters }: ApiOperation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_braces, name: string) =>
    encodeURIComponent(exampleOf(parameters.find((parameter) => parameter.name === name)!)),
  );
  const shown = parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required === true || parameter.name === 'limit'),
  );
  const query = shown.map((parameter) => {
    const value = parameter.name === 'limit' ? '3' : exampleOf(parameter);
    return `${parameter.name}=${encodeURIComponent(value)}`;
  });
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

/** Returns the first example of a parameter as it is sent; its first value if it has none. */
export function exampleOf({ schema }: ApiOperation['parameters'][number]): string {
  return String(schema.examples?.[0] ?? schema.enum?.[0] ?? '');
}

/** Returns the example request of an operation in several languages; each runs as it is. */
export function operationSamples(operation: ApiOperation, apiUrl: string, key: string): readonly Sample[] {
  const { method, needsKey } = operation;
  const url = apiUrl + examplePath(operation);
  const isPost = method === 'POST';
  // The sandbox key cannot be replaced: the reader has a key of their own.
  const shownKey = isPost ? '<your key>' : key;
  const header = `Bearer ${shownKey}`;
  const curl = [
    `curl${isPost ? ' -X POST' : ''}${needsKey ? ` -H 'Authorization: ${header}'` : ''} \\`,
    `  '${url.replaceAll("'", '%27')}'`,
  ].join('\n');
  const options = [
    ...(isPost ? [`  method: 'POST',`] : []),
    ...(needsKey ? [`  headers: { Authorization: '${header}' },`] : []),
  ];
  const javascript = `const response = await fetch('${url.replaceAll("'", '%27')}'${
    options.length > 0 ? `, {\n${options.join('\n')}\n}` : ''
  });
if (!response.ok) throw new Error(await response.text());
console.log(await response.text());`;
  const python = `import urllib.request

request = urllib.request.Request(
    "${url}",${isPost ? '\n    method="POST",' : ''}${needsKey ? `\n    headers={"Authorization": "${header}"},` : ''}
)
with urllib.request.urlopen(request) as response:
    print(response.read().decode())`;
  const java = `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

public class Example {
    public static void main(String[] args) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("${url}"))${
          needsKey ? `\n            .header("Authorization", "${header}")` : ''
        }${isPost ? '\n            .POST(HttpRequest.BodyPublishers.noBody())' : ''}
            .build();
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        System.out.println(response.body());
    }
}`;
  return [
    { language: 'curl', info: 'sh', code: curl },
    { language: 'JavaScript', info: 'js', code: javascript },
    { language: 'Python', info: 'python', code: python },
    { language: 'Java', info: 'java', code: java },
  ];
}
