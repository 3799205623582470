import { Controller } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { DatabaseScope } from '@care-atlas/data/connection';
import { KeyRepository, KeyUsageRepository, type StoredKey } from '@care-atlas/data/keys';
import { DirectoryError, invalidParameters } from '@care-atlas/domain/contract';
import { type AuditAction, faultInGatewaySecret, makeKey } from '@care-atlas/domain/access';
import { GatewaySecret, KeyLabel, KeyQuery, KeyRevocation } from '#contract/keys';
import { AuditLog } from '../audit/audit-log.js';
import { Dependencies } from '../dependencies.js';
import { type Answer, type Call, Endpoint, type SessionRequest } from '../http/endpoint.js';

type ListedKey = Answer<'relabelKey'>;

const DAY_MS = 86_400_000;
const UNIQUE_VIOLATION = '23505';

/** Lists, creates and revokes keys. A key leaves the server once, in the answer that creates it. */
@Controller()
export class KeysController {
  constructor(
    private readonly audit: AuditLog,
    private readonly dependencies: Dependencies,
  ) {}

  @Endpoint('listKeys', KeyQuery)
  async list({ query }: Call<'listKeys'>): Promise<Answer<'listKeys'>> {
    const { kind, state, text, limit, offset } = query;
    const { database } = this.dependencies;
    const criteria = { kind, state, text: text?.trim() };
    const { keys, total } = await new KeyRepository(database).search(criteria, { limit, offset });
    return { keys: await this.#withUsage(database, keys), total, count: keys.length };
  }

  @Endpoint('createKey', KeyLabel)
  create({ request, body: { label } }: Call<'createKey'>): Promise<Answer<'createKey'>> {
    const key = makeKey('admin', this.dependencies.randomBytes);
    return this.#change(request, 'key-created', async (transaction) => {
      const stored = await new KeyRepository(transaction).create({ kind: 'admin', label }, key);
      return { ...(await this.#listed(transaction, stored)), key };
    });
  }

  @Endpoint('registerGatewaySecret', GatewaySecret)
  async register({ request, body }: Call<'registerGatewaySecret'>): Promise<ListedKey> {
    const { label, secret } = body;
    const fault = faultInGatewaySecret(secret);
    if (fault !== undefined) throw invalidSecret(fault);
    try {
      return await this.#change(request, 'gateway-secret-registered', async (transaction) =>
        this.#listed(transaction, await new KeyRepository(transaction).register(label, secret)),
      );
    } catch (error) {
      if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
      throw invalidSecret('This secret is already registered.');
    }
  }

  @Endpoint('revokeKey', KeyRevocation)
  revoke({ request, params: { id }, body: { reason } }: Call<'revokeKey'>): Promise<ListedKey> {
    return this.#changeKey(request, 'key-revoked', id, { reason }, (keys) => keys.revoke(id, reason));
  }

  @Endpoint('relabelKey', KeyLabel)
  relabel({ request, params: { id }, body: { label } }: Call<'relabelKey'>): Promise<ListedKey> {
    return this.#changeKey(request, 'key-labelled', id, { label }, (keys) => keys.relabel(id, label));
  }

  /** @throws DirectoryError `not_found` if there is no such active key */
  #changeKey(
    request: SessionRequest,
    action: AuditAction,
    id: string,
    details: Readonly<Record<string, string>>,
    change: (keys: KeyRepository) => Promise<boolean>,
  ): Promise<ListedKey> {
    const work = async (transaction: DatabaseScope) => {
      const keys = new KeyRepository(transaction);
      if (!isUUID(id) || !(await change(keys))) throw noSuchKey();
      return this.#listed(transaction, await keys.byId(id));
    };
    return this.#change(request, action, work, details);
  }

  #change<Key extends ListedKey>(
    request: SessionRequest,
    action: AuditAction,
    work: (transaction: DatabaseScope) => Promise<Key>,
    details: Readonly<Record<string, string>> = {},
  ): Promise<Key> {
    return this.audit.change(request, action, work, ({ kind, id, label, prefix }) => ({
      subject: prefix,
      details: { kind, id, label, ...details },
    }));
  }

  async #listed(database: DatabaseScope, key: StoredKey | undefined): Promise<ListedKey> {
    const [listed] = key ? await this.#withUsage(database, [key]) : [];
    if (!listed) throw noSuchKey();
    return listed;
  }

  async #withUsage(database: DatabaseScope, keys: readonly StoredKey[]): Promise<ListedKey[]> {
    const until = this.dependencies.clock();
    const requests = await new KeyUsageRepository(database).requestsOfKeys(
      keys.map(({ id }) => id),
      { from: new Date(until.getTime() - DAY_MS), until },
    );
    return keys.map(({ tier: _tier, replaces: _replaces, ...key }) => ({
      ...key,
      state: key.revokedAt ? 'revoked' : 'active',
      requestsLastDay: requests.get(key.id) ?? 0,
    }));
  }
}

function invalidSecret(message: string): DirectoryError {
  return invalidParameters([{ param: 'secret', message }]);
}

function noSuchKey(): DirectoryError {
  return new DirectoryError('not_found', 'There is no such key, or it is already revoked.');
}

/** Reads the SQLSTATE of a driver error, which TypeORM may wrap. */
function sqlStateOf(error: unknown): unknown {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: { code?: unknown } };
  return code ?? driverError?.code;
}
