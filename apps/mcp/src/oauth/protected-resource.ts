import { SCOPE } from './oauth-scope.js';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Returns the paths of the metadata document (RFC 9728): with the path of the resource, and at the root. */
export function resourcePaths(resource: string): readonly string[] {
  const { pathname } = new URL(resource);
  return pathname === '/' ? [WELL_KNOWN] : [WELL_KNOWN + pathname, WELL_KNOWN];
}

/** Returns the metadata of the connector as a protected resource (RFC 9728). */
export function protectedResource(resource: string, issuer: string): Readonly<Record<string, unknown>> {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: 'Care Atlas',
  };
}
