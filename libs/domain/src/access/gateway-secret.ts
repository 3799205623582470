const SHAPE = /^[\x21-\x7e]{16,1024}$/;

/** What is said to the person who enters a secret that is not accepted. */
export const GATEWAY_SECRET_FAULTS = {
  care_atlas_key:
    'This looks like a key of Care Atlas, which needs no registration: hand in what the gateway chose itself.',
  invalid_secret:
    'A secret must be 16 to 1024 letters, digits and signs without blanks, as it travels in a header.',
} as const;

/** Checks a secret that a gateway chose. Returns what is wrong with it; undefined if the secret is valid. */
export function faultInGatewaySecret(secret: string): keyof typeof GATEWAY_SECRET_FAULTS | undefined {
  // This is a key of Care Atlas, perhaps mistyped. The service would never accept it as a secret.
  if (secret.startsWith('care_')) return 'care_atlas_key';
  return SHAPE.test(secret) ? undefined : 'invalid_secret';
}
