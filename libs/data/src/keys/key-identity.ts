import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { queryPrepared } from '../connection/native-connection.js';
import type { ApiKeyEntity } from '../entities/access/api-key.entity.js';

/**
 * Returns the form in which a key, or another random secret, is stored and looked up. A plain hash suffices: a key holds
 * 190 random bits, the secret of a buyer's browser 256, an identifier of the login at least 120.
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The caller, as far as a key identifies it. */
export interface KeyIdentity extends Readonly<
  Pick<ApiKeyEntity, 'id' | 'kind' | 'tier' | 'prefix' | 'rateLimit'>
> {
  /** From then on the key is rejected, in milliseconds since 1970; null if it does not end by itself. */
  readonly expiresAt: number | null;
}

/** A stored key. A revoked one identifies nobody, but its use is counted as its own. */
export interface FoundKey extends KeyIdentity {
  readonly isRevoked: boolean;
}

/** Returns the columns of the identity of a key, of a table `key`, looked up by a hash. @param hash the column of the hash */
export function identityColumns(hash: string): string {
  return `encode(${hash}, 'hex') as hash, key.id, key.kind, key.tier, key.prefix, key.rate_limit as "rateLimit",
    cast(1000 * extract(epoch from key.expires_at) as float8) as "expiresAt"`;
}

/** Runs a statement that reads identities as a prepared one, because every request of a service waits for it. */
export async function identitiesByHash<Identity extends KeyIdentity>(
  manager: EntityManager,
  name: string,
  statement: string,
  values: unknown[],
): Promise<ReadonlyMap<string, Identity>> {
  const rows = await queryPrepared<Identity & { hash: string }>(manager, name, statement, values);
  return new Map(rows.map(({ hash, ...identity }) => [hash, identity as unknown as Identity]));
}
