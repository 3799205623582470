/**
 * Returns the name and the attributes of a cookie. Uses the prefix `__Host-` over TLS, which binds the cookie to the
 * host. Browsers reject the prefix on plain HTTP.
 * @param url the dashboard's public address
 */
export function sessionCookie(purpose: 'session' | 'csrf', url: string) {
  const secure = url.startsWith('https:');
  const name = `${secure ? '__Host-' : ''}care-atlas-${purpose}`;
  return { name, options: { path: '/', httpOnly: true, sameSite: 'strict', secure } } as const;
}
