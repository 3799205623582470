import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns whether a form comes from this site, as far as the browser says. The pages send no referrer, so their forms have
 * the origin "null" (Fetch standard). Where a browser says no more than that, the cookie decides: browsers do not send it
 * with forms of other sites.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  // "none" means that the user sends the form again.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || origin === 'null' || origin === new URL(baseUrl).origin;
}
