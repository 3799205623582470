import { GRANTABLE_SCOPES, SCOPE } from './oauth-scope.js';

/** What an authorization request may say here; OAuth 2.1 has everything else ignored. */
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
];
/** The most characters of a state as it stands in a URL: it comes back in the header Location. */
export const LONGEST_STATE = 1_024;
const GRANTABLE = new Set(GRANTABLE_SCOPES.split(' '));

/**
 * The query of an authorization request as the provider is to see it: with the scopes that there are, since
 * RFC 6749 lets a server decide and some hosts name none or OpenID's, and with the one name of our resource.
 */
export function authorizationQuery(search: string, resource: string): string {
  const asked = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const [name, value] of asked) if (KNOWN.includes(name)) kept.append(name, value);
  const scopes = (asked.get('scope') ?? '').split(' ').filter((scope) => GRANTABLE.has(scope));
  kept.set('scope', Array.from(new Set([SCOPE, ...scopes])).join(' '));
  return canonical(kept, resource).toString();
}

/** Returns whether the state of an authorization request is too long to come back in a header. */
export function isStateTooLong(query: string): boolean {
  const state = new URLSearchParams(query).getAll('state').join('');
  return new URLSearchParams([['', state]]).toString().length > LONGEST_STATE + '='.length;
}

/** The body of a token request, with the one name of our resource. */
export function tokenForm(body: string, resource: string): string {
  return canonical(new URLSearchParams(body), resource).toString();
}

// Some hosts name the origin for the resource, or end it with a slash. Anything else is left, and refused later.
function canonical(form: URLSearchParams, resource: string): URLSearchParams {
  const origin = new URL(resource).origin;
  const names = form.getAll('resource').map((name) => {
    const bare = name.replace(/\/$/, '');
    return bare === origin || bare === resource ? resource : name;
  });
  form.delete('resource');
  for (const name of new Set(names)) form.append('resource', name);
  return form;
}
