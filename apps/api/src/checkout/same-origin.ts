import type { IncomingHttpHeaders } from 'node:http';
import { DirectoryError } from '@care-atlas/domain/contract';

/**
 * Refuses a form of another site, as far as the browser says where it comes from. The pages send no referrer, so their forms
 * have the origin "null" (Fetch standard). Where a browser says no more than that, the cookie decides: browsers do not send
 * it with forms of other sites.
 * @throws DirectoryError `forbidden`
 */
export function requireSameOrigin(headers: IncomingHttpHeaders, baseUrl: string): void {
  const { origin, 'sec-fetch-site': site } = headers;
  // "none" means that the user sends the form again.
  const isSame =
    site === undefined
      ? origin === undefined || origin === 'null' || origin === new URL(baseUrl).origin
      : site === 'same-origin' || site === 'none';
  if (!isSame) throw new DirectoryError('forbidden', 'This form must be sent from its own page.');
}
