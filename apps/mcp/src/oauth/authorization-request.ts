import { LANGUAGE_PARAMETER } from '@care-atlas/server/pages';
import { resourceNames } from '../http/resource-names.js';

/** The only scope of the connector. */
export const SCOPE = 'directory:read';
/** Every client gets refresh tokens, so a request for them in the way of OpenID Connect is accepted. */
export const GRANTABLE_SCOPES = `${SCOPE} offline_access`;

/** The parameters of an authorization request that are read. OAuth 2.1 requires to ignore all others. */
const KNOWN = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'resource',
  // Of the page that shows an error.
  LANGUAGE_PARAMETER,
];
/** Maximum characters of a state in a URL, since it returns in the header Location. */
export const LONGEST_STATE = 1_024;
const GRANTABLE = new Set(GRANTABLE_SCOPES.split(' '));

/**
 * Returns the query of an authorization request for the provider, with the scopes that exist and the canonical name of
 * the resource. RFC 6749 lets a server choose the scope, and some hosts name none or those of OpenID.
 */
export function authorizationQuery(search: string, resource: string): string {
  const requested = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const [name, value] of requested) if (KNOWN.includes(name)) kept.append(name, value);
  const scopes = (requested.get('scope') ?? '').split(' ').filter((scope) => GRANTABLE.has(scope));
  kept.set('scope', [...new Set([SCOPE, ...scopes])].join(' '));
  return withCanonicalResource(kept, resource).toString();
}

/** Returns whether the state of an authorization request is too long to return in a header. */
export function isStateTooLong(query: string): boolean {
  const state = new URLSearchParams(query).getAll('state').join('');
  return new URLSearchParams([['', state]]).toString().length > LONGEST_STATE + '='.length;
}

/** Returns the body of a token request with the canonical name of the resource. */
export function tokenForm(body: string, resource: string): string {
  return withCanonicalResource(new URLSearchParams(body), resource).toString();
}

// Some hosts name the origin as the resource, or append a slash. The provider refuses any other name later.
function withCanonicalResource(form: URLSearchParams, resource: string): URLSearchParams {
  const known = resourceNames(resource).flatMap((name) => [name, new URL(name).origin]);
  const names = form
    .getAll('resource')
    .map((name) => (known.includes(name.replace(/\/$/, '')) ? resource : name));
  form.delete('resource');
  for (const name of new Set(names)) form.append('resource', name);
  return form;
}
