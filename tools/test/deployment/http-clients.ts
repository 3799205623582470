import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Each reads the headers, as "name: value", from its first argument, one on each line, and the URLs from the others. */
const NODE = `
const [lines, ...urls] = process.argv.slice(1);
const headers = Object.fromEntries(lines.split('\\n').map((line) => line.split(': ')));
for (const url of urls) {
  const answer = await fetch(url, { headers });
  await answer.text();
  // As text: a number would be colored where FORCE_COLOR is set.
  console.log(String(answer.status));
}`;
const PYTHON = `
import http.client, sys, urllib.parse
headers = dict(line.split(': ') for line in sys.argv[1].split('\\n'))
for url in sys.argv[2:]:
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc)
    connection.request('GET', parts.path + '?' + parts.query, headers=headers)
    answer = connection.getresponse()
    answer.read()
    print(answer.status)`;
const JAVA = `
import java.net.URI;
import java.net.http.*;
class Ask {
  public static void main(String[] words) throws Exception {
    var client = HttpClient.newHttpClient();
    for (int i = 1; i < words.length; i++) {
      var request = HttpRequest.newBuilder(URI.create(words[i]));
      for (var line : words[0].split("\\n")) request.header(line.split(": ")[0], line.split(": ")[1]);
      System.out.println(client.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode());
    }
  }
}`;

interface Client {
  readonly file: string;
  /** Returns the arguments that ask each URL with the headers. */
  readonly args: (headers: string, urls: readonly string[]) => readonly string[];
  /** A program that a machine need not have: the client is left out where it is missing. */
  readonly optional?: true;
}

/** HTTP clients as they are out of the box, by name. */
const CLIENTS: Readonly<Record<string, Client>> = {
  curl: {
    file: 'curl',
    args: (headers, urls) => [
      '--silent',
      '--show-error',
      '--write-out',
      '%{http_code}\\n',
      ...headers.split('\n').flatMap((line) => ['--header', line]),
      ...urls.flatMap((url) => ['--output', '/dev/null', url]),
    ],
  },
  'fetch of Node': {
    file: process.execPath,
    args: (headers, urls) => ['--input-type=module', '--eval', NODE, headers, ...urls],
  },
  'http.client of Python': { file: 'python3', args: (headers, urls) => ['-c', PYTHON, headers, ...urls] },
  'HttpClient of Java': {
    file: 'java',
    args: (headers, urls) => ['Ask.java', headers, ...urls],
    optional: true,
  },
};

/** The names of the clients that this machine has. */
export async function httpClients(): Promise<readonly string[]> {
  const missing = await Promise.all(
    Object.entries(CLIENTS).map(async ([name, { file, optional }]) =>
      optional
        ? run(file, ['--version']).then(
            () => undefined,
            () => name,
          )
        : undefined,
    ),
  );
  return Object.keys(CLIENTS).filter((name) => !missing.includes(name));
}

/** Gets each URL by a client, and returns the statuses. */
export async function statusesBy(
  client: string,
  headers: Readonly<Record<string, string>>,
  urls: readonly string[],
): Promise<readonly number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'care-atlas-client-'));
  try {
    writeFileSync(join(folder, 'Ask.java'), JAVA);
    const lines = Object.entries(headers).map((header) => header.join(': '));
    const { file, args } = CLIENTS[client]!;
    const { stdout } = await run(file, args(lines.join('\n'), urls), { cwd: folder });
    return stdout.trim().split('\n').map(Number);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
