/** The only scope of the connector. */
export const SCOPE = 'directory:read';

/** Every client gets refresh tokens, so a request for them in the way of OpenID Connect is accepted. */
export const GRANTABLE_SCOPES = `${SCOPE} offline_access`;
