import type { Location } from 'react-router';

/** Returns the address of the sign-in page that leads back to a page. */
export function signInAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const from = pathname + search;
  return from === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ from })}`;
}

/** Returns the address to open after signing in, which is always within the dashboard. */
export function returnAddress(search: URLSearchParams): string {
  const from = search.get('from') ?? '/';
  // A browser may resolve the address to another site or not at all, or it may be the sign-in page itself.
  const url = from.startsWith('/') ? URL.parse(from, location.origin) : null;
  return url?.origin === location.origin && url.pathname !== '/sign-in' ? from : '/';
}

/** Tells the other tabs of this browser that the person has signed out: they share the session, and show the person's data. */
const signOuts = new BroadcastChannel('care-atlas-sign-out');
signOuts.addEventListener('message', drop);

/** Opens the sign-in page in every tab, and drops everything that the tabs know: another person may sign in next. */
export function leave(): void {
  signOuts.postMessage('');
  drop();
}

let hasLeft = false;
// A page with a secret or unsent rows asks to stay, and the next person would see them. Browsers call listeners in the order of their
// registration, and this one is registered before those of the pages.
addEventListener('beforeunload', (event) => {
  if (hasLeft) event.stopImmediatePropagation();
});

// A browser may keep the page in memory, and bring it back by its button "Back".
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && hasLeft) location.reload();
});

function drop(): void {
  hasLeft = true;
  document.body.hidden = true;
  sessionStorage.clear();
  location.assign('/sign-in');
}
