import type { Location } from 'react-router';

/** Where to sign in, and to come back from. */
export function signInAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const from = pathname + search;
  return from === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ from })}`;
}

/** Where to go once signed in: back, but only within the dashboard. */
export function wayBack(search: URLSearchParams): string {
  const from = search.get('from') ?? '/';
  // What the browser would take for another site, or for this very page, leads to the beginning.
  const { origin, pathname } = new URL(from, location.origin);
  return origin === location.origin && from.startsWith('/') && pathname !== '/sign-in' ? from : '/';
}
