/** The one thing that can be granted. */
export const SCOPE = 'directory:read';

/** Every client gets refresh tokens; one that asks for them in OpenID Connect's way is not refused. */
export const GRANTABLE_SCOPES = `${SCOPE} offline_access`;
