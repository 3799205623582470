/** The languages that a request is shown in, in order. */
export const SNIPPETS = [
  { id: 'curl', name: 'curl', write: curlOf },
  { id: 'javascript', name: 'JavaScript', write: javascriptOf },
  { id: 'python', name: 'Python', write: pythonOf },
] as const;

function curlOf(url: string, key: string): string {
  return `curl -H 'Authorization: Bearer ${key}' \\\n  '${url.replaceAll("'", '%27')}'`;
}

function javascriptOf(url: string, key: string): string {
  return `const answer = await fetch(${JSON.stringify(url)}, {
  headers: { Authorization: 'Bearer ${key}' },
});
const { total, doctors } = await answer.json();`;
}

function pythonOf(url: string, key: string): string {
  return `import json, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    headers={"Authorization": "Bearer ${key}"},
)
directory = json.load(urllib.request.urlopen(request))`;
}
