import { english } from '@care-atlas/domain/messages';
import { storableFault } from '@care-atlas/domain/text';
import { errors } from 'oidc-provider';
import { GRANTABLE_SCOPES } from '../authorization-request.js';

const LONGEST_NAME = 100;
const LONGEST_ADDRESS = 1_000;
const MOST_REDIRECTS = 20;
/** Schemes that no app registers for itself: browsers and operating systems give them a meaning of their own. */
const SYSTEM_SCHEMES =
  /^(about|blob|callto|chrome[\w-]*|content|data|devtools|edge|facetime[\w-]*|feed|file(system)?|ftps?|intent|jar|javascript|ldaps?|mailto|mms|moz-[\w-]+|ms-[\w-]+|opera|resource|res|rtsp|search(-ms)?|shell|sftp|sms(to)?|smb|ssh|tel(net)?|vbscript|view-source|wss?|x-apple[\w-]*):/i;

/**
 * Returns the body of a registration with the supported part of the metadata. Hosts request grants, scopes and secrets
 * that this server does not support; RFC 7591 lets a server replace them, and its response states the result. A body
 * that is not a JSON object is returned unchanged, because the provider rejects it.
 */
export function registrationBody(body: string): string {
  let requested: unknown;
  try {
    requested = JSON.parse(body);
  } catch {
    return body;
  }
  if (typeof requested !== 'object' || requested === null || Array.isArray(requested)) return body;
  const { client_name, client_uri, redirect_uris, software_id } = requested as Record<string, unknown>;
  // Explicit, because the provider creates a secret for a client without a method.
  const method = { token_endpoint_auth_method: 'none' };
  return JSON.stringify({ client_name, client_uri, redirect_uris, software_id, ...method });
}

/**
 * Limits the metadata of a client, and sets its scopes.
 * @throws InvalidClientMetadata as defined by RFC 7591
 */
export function clientMetadata(
  _context: unknown,
  _key: string,
  softwareId: unknown,
  metadata: Record<string, unknown>,
): void {
  const { client_name: name, redirect_uris: redirects } = metadata;
  const fault = storableFault({ ...metadata, software_id: softwareId });
  if (fault) throw new errors.InvalidClientMetadata(english(fault.said));
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
    if (SYSTEM_SCHEMES.test(redirect)) refuse('be addresses of sites and apps, not of the system or browser');
    const { username, password } = URL.parse(redirect) ?? {};
    if (username || password) refuse('contain no user name or password');
  }
}

function refuse(rule: string): never {
  throw new errors.InvalidClientMetadata(`redirect_uris must ${rule}`);
}
