const SHAPE = /^[\x21-\x7e]{16,1024}$/;

/**
 * What is wrong with a secret that a gateway chose, as a sentence for whoever hands it in; undefined when nothing is.
 * The sentence does not repeat the secret.
 */
export function faultInGatewaySecret(secret: string): string | undefined {
  // What begins like a key of ours is one, or is mistyped: as a secret it would never be recognised.
  if (secret.startsWith('care_')) {
    return 'This looks like a key of Care Atlas, which needs no registration: hand in what the gateway chose itself.';
  }
  if (SHAPE.test(secret)) return undefined;
  return 'A secret must be 16 to 1024 letters, digits and signs without blanks, as it travels in a header.';
}
