const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export function isLoopback(hostname: string): boolean {
  return LOOPBACK.includes(hostname);
}

/** The path, below the connector's own, of the address for hosts that know only `search` and `fetch`. */
export const SEARCH_PATH = '/search';

/** Returns the addresses of the connector: on this computer, those with each name of it. */
export function resourceNames(resource: string): readonly string[] {
  const { hostname } = new URL(resource);
  const hosts = isLoopback(hostname) ? LOOPBACK : [hostname];
  const names = hosts.map((name) => resource.replace(`//${hostname}`, `//${name}`));
  return names.flatMap((name) => [name, name + SEARCH_PATH]);
}

/**
 * Returns the address of the connector that a request used: clients compare it with the one that they know.
 * @param path of the request, or of the resource in the path of its metadata
 */
export function resourceNameOf(requestedHost: string, path: string, resource: string): string {
  const used = isSearchPath(path) ? resource + SEARCH_PATH : resource;
  const { pathname } = new URL(used);
  const isUsed = (name: URL) => name.host === requestedHost && name.pathname === pathname;
  return resourceNames(resource).find((name) => isUsed(new URL(name))) ?? used;
}

/** Returns whether a path is that of the address with `search` and `fetch`. */
export function isSearchPath(path: string): boolean {
  return path.split('?', 1)[0]!.endsWith(SEARCH_PATH);
}
