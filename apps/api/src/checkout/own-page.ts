import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a form was sent by a page of ours, as far as the browser says. Our pages tell no referrer, and so their forms
 * have the origin "null" (Fetch standard); where a browser says no more than that, the cookie decides, which is not
 * sent with the forms of other sites.
 */
export function isFromOurPage(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  // "none" is the visitor themself, who sends a form again.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || origin === 'null' || origin === new URL(baseUrl).origin;
}
