import type { Configuration } from 'oidc-provider';

/** Fetches what clients publish about themselves. */
export type FetchDocument = NonNullable<Configuration['fetch']>;

/**
 * Fetches from the internet, never from inside our own network: the provider hands its guard against special-use
 * addresses over with the options. Should it ever fail to make one, nothing is fetched.
 */
export const fetchGuarded: FetchDocument = (url, options) => {
  if (!options || !('dispatcher' in options))
    throw new Error('There is no guard against addresses of our own network.');
  return fetch(url, options);
};
