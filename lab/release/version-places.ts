/** The software's version with the text around it, `#`, and `~` with dashes, in files whose path matches. */
const FORMS: readonly (readonly [file: RegExp, form: string])[] = [
  [/^(?!lab\/).*(?:package|manifest|server)\.json$/, '"version": "#"'],
  [/server\.json$/, 'download/v#/'],
  [/\.ts$/, "RELEASE = '#'"],
  [/\.(?:md|html)$/, 'care-atlas-client-#.tgz'],
  [/^docker\//, 'VERSION=#'],
  [/^docker\//, 'VERSION:-#'],
  [/^docker\//, 'newTag: #'],
  [/^docker\//, 'care-atlas:#'],
  [/^docker\//, 'name: migrate-~'],
];

/** Files in which the same digits are another version: of the interface, of a package, of an example, or of a text. */
const OTHERS =
  /(?:^|\/)(?:package-lock\.json|CHANGELOG\.md)$|^(?:\.changeset|docs|lab)\/|\.spec\.ts$|\/test\/|\/generated\/|^apps\/mcp\/card\/host\.ts$/;
const OTHER_LINES = /INTERFACE_VERSION = |"hucre": /;

const spelled = (form: string, version: string) =>
  form.replace('#', version).replace('~', version.replaceAll('.', '-'));

/** Returns the text of a file with another version of the software. */
export function withVersion(file: string, text: string, from: string, to: string): string {
  return FORMS.filter(([path]) => path.test(file)).reduce(
    (changed, [, form]) => changed.replaceAll(spelled(form, from), spelled(form, to)),
    text,
  );
}

/** Returns the lines that have a version and are neither changed nor known to be about another one. */
export function unknownPlaces(file: string, text: string, version: string): string[] {
  if (OTHERS.test(file)) return [];
  const left = withVersion(file, text, version, '').split('\n');
  const digits = new RegExp(`(?<![\\d.])${version.replaceAll('.', '[.-]')}(?![\\d.]|-rc)`);
  return left.flatMap((line, index) =>
    digits.test(line) && !OTHER_LINES.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
  );
}
