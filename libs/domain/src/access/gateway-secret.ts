const SHAPE = /^[\x21-\x7e]{16,1024}$/;

/**
 * Checks a secret that a gateway chose. Returns an error message for the person who enters it; undefined if the secret
 * is valid. The message does not contain the secret.
 */
export function faultInGatewaySecret(secret: string): string | undefined {
  // This is a key of Care Atlas, perhaps mistyped. The service would never accept it as a secret.
  if (secret.startsWith('care_')) {
    return 'This looks like a key of Care Atlas, which needs no registration: hand in what the gateway chose itself.';
  }
  if (SHAPE.test(secret)) return undefined;
  return 'A secret must be 16 to 1024 letters, digits and signs without blanks, as it travels in a header.';
}
