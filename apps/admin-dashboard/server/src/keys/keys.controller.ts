import { Controller, type StreamableFile } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { DatabaseScope } from '@care-atlas/data/connection';
import { type KeyTerms, KeyRepository, KeyUsageRepository, type StoredKey } from '@care-atlas/data/keys';
import { faultInGatewaySecret, makeKey } from '@care-atlas/domain/access';
import {
  GatewaySecret,
  KeyFilter,
  KeyLabel,
  KeyQuery,
  KeyRevocation,
  type KeyState,
} from '#contract/service/keys';
import { KeysRevocation, KeyTerms as SentTerms, NewKey } from '#contract/service/keys';
import { AuditLog } from '../audit/audit-log.js';
import { Dependencies } from '../dependencies.js';
import { csvFile } from '../http/csv.js';
import { DashboardError, invalidField } from '../http/dashboard-error.js';
import { type Answer, type Call, Endpoint, type SessionRequest } from '../http/endpoint.js';

type ListedKey = Answer<'relabelKey'>;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const EXPORT_PAGE = 1000;
const UNIQUE_VIOLATION = '23505';
const COLUMNS = [
  'id',
  'kind',
  'prefix',
  'label',
  'state',
  'created',
  'last used',
  'expires',
  'revoked',
  'reason',
  'limit per minute',
  'requests in 24 h',
  'note',
];

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

  @Endpoint('createKey', NewKey)
  async create({ request, body }: Call<'createKey'>): Promise<Answer<'createKey'>> {
    const { label, ...sent } = body;
    const terms = this.#termsOf(sent);
    const key = makeKey('admin', this.dependencies.randomBytes);
    const create = (keys: KeyRepository) => keys.create({ kind: 'admin', label, ...terms }, key);
    return { ...(await this.#change(request, create)), key };
  }

  @Endpoint('registerGatewaySecret', GatewaySecret)
  async register({ request, body }: Call<'registerGatewaySecret'>): Promise<ListedKey> {
    const { label, secret } = body;
    const fault = faultInGatewaySecret(secret);
    if (fault !== undefined) throw invalidField('secret', { code: fault });
    try {
      const register = (keys: KeyRepository) => keys.register(label, secret);
      return await this.#change(request, register);
    } catch (error) {
      if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
      throw invalidField('secret', { code: 'secret_registered' });
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

  @Endpoint('revokeKeys', KeysRevocation)
  async revokeAll({ request, body }: Call<'revokeKeys'>): Promise<Answer<'revokeKeys'>> {
    const { ids, reason } = body;
    const keys = new KeyRepository(this.dependencies.database, this.audit.actorOf(request));
    let revoked = 0;
    for (const id of new Set(ids)) if (await keys.revoke(id, reason)) revoked++;
    return { revoked };
  }

  @Endpoint('changeKeyTerms', SentTerms)
  changeTerms({ request, params: { id }, body }: Call<'changeKeyTerms'>): Promise<ListedKey> {
    const terms = this.#termsOf(body);
    if (Object.keys(terms).length === 0) {
      throw invalidField('body', { code: 'no_terms' });
    }
    const change = async (keys: KeyRepository) =>
      isUUID(id) && (await keys.changeTerms(id, terms)) ? keys.byId(id) : undefined;
    return this.#change(request, change);
  }

  /** Records the export before the first byte is sent. */
  @Endpoint('exportKeys', KeyFilter)
  async export({ request, body: filter }: Call<'exportKeys'>): Promise<StreamableFile> {
    const details = Object.fromEntries(Object.entries(filter));
    await this.audit.record(request, { action: 'keys-exported', details });
    const day = this.dependencies.clock().toISOString().slice(0, 'yyyy-mm-dd'.length);
    return csvFile(`keys-${day}`, COLUMNS, this.#rows(filter));
  }

  async *#rows({ text, ...filter }: KeyFilter): AsyncGenerator<string[]> {
    const { database } = this.dependencies;
    for (let offset = 0; ; offset += EXPORT_PAGE) {
      const page = { limit: EXPORT_PAGE, offset };
      const { keys } = await new KeyRepository(database).search({ ...filter, text: text?.trim() }, page);
      for (const key of await this.#withUsage(database, keys)) {
        const { id, kind, prefix, label, state, revokedReason, rateLimit, requestsLastDay, note } = key;
        const times = [key.createdAt, key.lastUsedAt, key.expiresAt, key.revokedAt].map(textOf);
        const numbers = [String(rateLimit ?? ''), String(requestsLastDay)];
        yield [id, kind, prefix, label, state, ...times, revokedReason, ...numbers, note];
      }
      if (keys.length < EXPORT_PAGE) return;
    }
  }

  /** @throws DirectoryError `missing_param` for an expiry that is too near */
  #termsOf({ expiresAt, ...terms }: SentTerms): KeyTerms {
    if (!expiresAt) return { ...terms, ...(expiresAt === null && { expiresAt }) };
    const time = new Date(expiresAt);
    if (time.getTime() < this.dependencies.clock().getTime() + MINUTE_MS) {
      throw invalidField('expiresAt', { code: 'near_expiry' });
    }
    return { ...terms, expiresAt: time };
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
    throw new DashboardError('not_found', { code: 'no_key' });
  }

  async #withUsage(database: DatabaseScope, keys: readonly StoredKey[]): Promise<ListedKey[]> {
    const until = this.dependencies.clock();
    const requests = await new KeyUsageRepository(database).requestsOfKeys(
      keys.map(({ id }) => id),
      { from: new Date(until.getTime() - DAY_MS), until },
    );
    return keys.map(({ tier: _tier, replaces: _replaces, ...key }) => ({
      ...key,
      state: stateOf(key, until),
      requestsLastDay: requests.get(key.id) ?? 0,
    }));
  }
}

function stateOf({ revokedAt, expiresAt }: Pick<StoredKey, 'revokedAt' | 'expiresAt'>, now: Date): KeyState {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'active';
}

/** An answer has dates, which its contract declares as they are sent. */
function textOf(time: string | Date | null): string {
  return time === null ? '' : new Date(time).toISOString();
}
