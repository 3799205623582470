import { createHash } from 'node:crypto';

export const ORIGIN = 'https://connector.example';
export const RESOURCE = `${ORIGIN}/mcp`;
export const REDIRECT = 'http://127.0.0.1:33418/callback';

/** Returns the parameters of an authorization request, without empty ones. */
export function authorizationSearch(
  clientId: string,
  verifier: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const parameters = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope: 'directory:read',
    state: 'the state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: RESOURCE,
    ...more,
  };
  return new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '')).toString();
}
