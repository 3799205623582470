import type { KeyKind, Tier } from '@care-atlas/domain/access';
import type { EntityManager, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { queryPrepared } from '../connection/native-connection.js';
import { statementText } from '../connection/statement.js';

/** The caller, as far as a key identifies it. */
export interface KeyIdentity {
  readonly id: string;
  readonly kind: KeyKind;
  readonly tier: Tier;
  /** The leading part of the key that may be displayed and logged. */
  readonly prefix: string;
}

/**
 * Returns a statement that reads the identities of keys by hash.
 * @param query selects from keys under the alias `key`
 * @param hash the column of the hash that each identity is looked up by
 */
export function identityStatement<Entity extends ObjectLiteral>(
  query: SelectQueryBuilder<Entity>,
  hash: string,
): string {
  const identities = query
    .select(`encode(${hash}, 'hex')`, 'hash')
    .addSelect('key.id', 'id')
    .addSelect('key.kind', 'kind')
    .addSelect('key.tier', 'tier')
    .addSelect('key.prefix', 'prefix');
  return statementText(identities);
}

/** Runs an identity statement as a prepared one, because every request of a service waits for it. */
export async function identitiesByHash(
  manager: EntityManager,
  name: string,
  statement: string,
  values: unknown[],
): Promise<ReadonlyMap<string, KeyIdentity>> {
  const rows = await queryPrepared<KeyIdentity & { hash: string }>(manager, name, statement, values);
  return new Map(rows.map(({ hash, ...identity }) => [hash, identity]));
}
