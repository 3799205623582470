import { Controller } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { DatabaseScope } from '@care-atlas/data/connection';
import { KeyRepository, KeyUsageRepository, type StoredKey } from '@care-atlas/data/keys';
import { faultInGatewaySecret, makeKey } from '@care-atlas/domain/access';
import { DirectoryError, invalidParameters } from '@care-atlas/domain/contract';
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
    const { kind, state, text } = query;
    const { database } = this.dependencies;
    const { keys, total } = await new KeyRepository(database).search(
      { kind, state, text: text?.trim() },
      query,
    );
    return { keys: await this.#withUsage(database, keys), total, count: keys.length };
  }

  @Endpoint('createKey', KeyLabel)
  async create({ request, body: { label } }: Call<'createKey'>): Promise<Answer<'createKey'>> {
    const key = makeKey('admin', this.dependencies.randomBytes);
    const create = (keys: KeyRepository) => keys.create({ kind: 'admin', label }, key);
    return { ...(await this.#change(request, create)), key };
  }

  @Endpoint('registerGatewaySecret', GatewaySecret)
  async register({ request, body }: Call<'registerGatewaySecret'>): Promise<ListedKey> {
    const { label, secret } = body;
    const fault = faultInGatewaySecret(secret);
    if (fault !== undefined) throw invalidSecret(fault);
    try {
      const register = (keys: KeyRepository) => keys.register(label, secret);
      return await this.#change(request, register);
    } catch (error) {
      if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
      throw invalidSecret('This secret is already registered.');
    }
  }

  @Endpoint('revokeKey', KeyRevocation)
  async revoke({ request, params: { id }, body: { reason } }: Call<'revokeKey'>): Promise<ListedKey> {
    const { database } = this.dependencies;
    // It takes transactions of its own: every service forgets the key before it is revoked.
    const keys = new KeyRepository(database, this.audit.actorOf(request));
    const isRevoked = isUUID(id) && (await keys.revoke(id, reason));
    return this.#listed(database, isRevoked ? await keys.byId(id) : undefined);
  }

  @Endpoint('relabelKey', KeyLabel)
  relabel({ request, params: { id }, body: { label } }: Call<'relabelKey'>): Promise<ListedKey> {
    const relabel = async (keys: KeyRepository) =>
      isUUID(id) && (await keys.relabel(id, label)) ? keys.byId(id) : undefined;
    return this.#change(request, relabel);
  }

  /** @throws DirectoryError `not_found` if `work` returns no key */
  #change(
    request: SessionRequest,
    work: (keys: KeyRepository) => Promise<StoredKey | undefined>,
  ): Promise<ListedKey> {
    const actor = this.audit.actorOf(request);
    return this.dependencies.database.transaction(async (transaction) => {
      const key = await work(new KeyRepository(transaction, actor));
      return this.#listed(transaction, key);
    });
  }

  /** @throws DirectoryError `not_found` without a key */
  async #listed(database: DatabaseScope, key: StoredKey | undefined): Promise<ListedKey> {
    const [listed] = key ? await this.#withUsage(database, [key]) : [];
    if (listed) return listed;
    throw new DirectoryError('not_found', 'There is no such key, or it is already revoked.');
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
