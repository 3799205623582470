import argon2 from '@node-rs/argon2';

/** Argon2id with 19 MiB, two passes and one lane: the minimum of OWASP. The library's default is Argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** `Algorithm.Argon2id`: a const enum cannot be imported under isolatedModules. */
const ARGON2ID = 2;

/** Returns the Argon2id hash of a password, in PHC format. Normalized: text that looks the same hashes the same. */
export function hashPassword(password: string): Promise<string> {
  return argon2.hash(password.normalize('NFC'), PARAMETERS);
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return argon2.verify(passwordHash, password.normalize('NFC'));
}

/** Returns whether a hash has other parameters than new hashes. */
export function needsRehash(passwordHash: string): boolean {
  const { algorithm, memoryCost, timeCost, parallelism } = argon2.parseOptions(passwordHash);
  return (
    (algorithm as number) !== ARGON2ID ||
    memoryCost !== PARAMETERS.memoryCost ||
    timeCost !== PARAMETERS.timeCost ||
    parallelism !== PARAMETERS.parallelism
  );
}
