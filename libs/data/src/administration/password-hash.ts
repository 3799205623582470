import { hash, parseOptions, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB, two passes and one lane: the least that OWASP asks for. The library's default is Argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** `Algorithm.Argon2id`: a const enum cannot be imported under isolatedModules. */
const ARGON2ID = 2;

/** Argon2id of a password, in PHC format. What looks the same is the same, however it was typed. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), PARAMETERS);
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password.normalize('NFC'));
}

/** Whether a hash was made with other parameters than new ones are. */
export function needsRehash(passwordHash: string): boolean {
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
  return (
    (algorithm as number) !== ARGON2ID ||
    memoryCost !== PARAMETERS.memoryCost ||
    timeCost !== PARAMETERS.timeCost ||
    parallelism !== PARAMETERS.parallelism
  );
}
