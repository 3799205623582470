const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export function isLoopback(hostname: string): boolean {
  return LOOPBACK.includes(hostname);
}

/** Returns the addresses of the connector: on this computer, one with each name of it. */
export function resourceNames(resource: string): readonly string[] {
  const { hostname } = new URL(resource);
  if (!isLoopback(hostname)) return [resource];
  return LOOPBACK.map((name) => resource.replace(`//${hostname}`, `//${name}`));
}

/** Returns the address of the connector that a request used: clients compare it with the one that they know. */
export function resourceNameOf(requestedHost: string, resource: string): string {
  return resourceNames(resource).find((name) => new URL(name).host === requestedHost) ?? resource;
}
