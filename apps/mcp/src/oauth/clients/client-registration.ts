import { errors } from 'oidc-provider';
import { GRANTABLE_SCOPES } from '../oauth-scope.js';

const LONGEST_NAME = 100;
const LONGEST_ADDRESS = 1_000;
const MOST_REDIRECTS = 20;

/**
 * What is kept of a registration. Hosts ask for grants, scopes and secrets that we do not give; RFC 7591 lets a
 * server replace what it does not support, and its answer says what holds.
 */
export function registrationOf(asked: unknown): unknown {
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) return asked;
  const { client_name, client_uri, redirect_uris, software_id } = asked as Readonly<Record<string, unknown>>;
  // Said, because the provider would make a secret for a client that says nothing.
  const method = { token_endpoint_auth_method: 'none' };
  return { client_name, client_uri, redirect_uris, software_id, ...method };
}

/**
 * Bounds what any client says of itself, and gives it the scopes that there are.
 * @throws InvalidClientMetadata in the words of RFC 7591
 */
export function clientMetadata(
  _context: unknown,
  _key: string,
  softwareId: unknown,
  metadata: Record<string, unknown>,
): void {
  const { client_name: name, redirect_uris: redirects } = metadata;
  if (typeof softwareId !== 'string' || softwareId.length > LONGEST_NAME) delete metadata['software_id'];
  if (typeof name === 'string' && name.length > LONGEST_NAME) {
    throw new errors.InvalidClientMetadata(`client_name must have at most ${LONGEST_NAME} characters`);
  }
  if (Array.isArray(redirects)) checkRedirects(redirects);
  metadata['scope'] = GRANTABLE_SCOPES;
}

function checkRedirects(redirects: readonly unknown[]): void {
  if (redirects.length > MOST_REDIRECTS) refuse(`have at most ${MOST_REDIRECTS} members`);
  for (const redirect of redirects) {
    if (typeof redirect !== 'string') continue;
    if (redirect.length > LONGEST_ADDRESS) refuse(`have at most ${LONGEST_ADDRESS} characters each`);
    if (/[*\s\\]/.test(redirect)) refuse('be exact, without wildcards');
  }
}

function refuse(rule: string): never {
  throw new errors.InvalidClientMetadata(`redirect_uris must ${rule}`);
}
