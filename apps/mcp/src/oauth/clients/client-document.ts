import type { Configuration } from 'oidc-provider';

/** Fetches the metadata documents that clients publish. */
export type FetchDocument = NonNullable<Configuration['fetch']>;

/**
 * Fetches from the internet, never from the internal network: the options contain the provider's guard against
 * special-use addresses.
 * @throws Error when the guard is missing
 */
export const fetchGuarded: FetchDocument = (url, options) => {
  if (!options || !('dispatcher' in options))
    throw new Error('The guard against internal addresses is missing.');
  return fetch(url, options);
};
