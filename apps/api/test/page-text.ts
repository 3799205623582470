/** Returns what a person reads of HTML, with single spaces. */
export function pageText(body: string): string {
  return body.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
}
