import { Inject, Injectable } from '@nestjs/common';
import type { AuditAction } from '@care-atlas/data/administration';
import { type Database, inTransaction } from '@care-atlas/data/connection';
import { KeyRepository, KeyUsageRepository, type StoredKey } from '@care-atlas/data/keys';
import { DirectoryError, invalidParameters } from '@care-atlas/domain/contract';
import { faultInGatewaySecret, makeKey } from '@care-atlas/domain/access';
import type { CreatedKey, GatewaySecret, KeyList, ListedKey } from '../../contract/key.js';
import { record } from './audit-trail.js';
import type { KeyParameters } from './body.js';
import { SURROUNDINGS, type Surroundings } from './surroundings.js';
import type { AdministratorRequest } from './visitor.js';

const DAY_MS = 86_400_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UNIQUE_VIOLATION = '23505';

/** Where keys are made, looked at and revoked. A key leaves here once, in the answer that makes it. */
@Injectable()
export class KeyDesk {
  readonly #database: Database;
  readonly #clock: () => Date;
  readonly #randomBytes: (count: number) => Buffer;

  constructor(@Inject(SURROUNDINGS) { database, clock, randomBytes }: Surroundings) {
    this.#database = database;
    this.#clock = clock;
    this.#randomBytes = randomBytes;
  }

  async list({ kind, state, text, limit, offset }: KeyParameters): Promise<KeyList> {
    const question = { kind, state, text: text?.trim() };
    const { keys, total } = await new KeyRepository(this.#database).search(question, { limit, offset });
    return { keys: await this.#listed(this.#database, keys), total, count: keys.length };
  }

  /** Makes an admin key. */
  create(request: AdministratorRequest, label: string): Promise<CreatedKey> {
    const key = makeKey('admin', this.#randomBytes);
    return this.#change(request, 'key-created', async (inside) => {
      const stored = await new KeyRepository(inside).create({ kind: 'admin', label }, key);
      return { ...(await this.#one(inside, stored)), key };
    });
  }

  /** @throws DirectoryError `missing_param` when the secret is registered already, or cannot be one */
  async register(request: AdministratorRequest, { label, secret }: GatewaySecret): Promise<ListedKey> {
    const fault = faultInGatewaySecret(secret);
    if (fault !== undefined) throw faultySecret(fault);
    try {
      return await this.#change(request, 'gateway-secret-registered', async (inside) =>
        this.#one(inside, await new KeyRepository(inside).register(label, secret)),
      );
    } catch (error) {
      if (codeOf(error) !== UNIQUE_VIOLATION) throw error;
      throw faultySecret('This secret is registered already.');
    }
  }

  /** @throws DirectoryError `not_found` when there is no such active key */
  revoke(request: AdministratorRequest, id: string, reason: string): Promise<ListedKey> {
    return this.#change(
      request,
      'key-revoked',
      async (inside) => {
        const keys = new KeyRepository(inside);
        if (!UUID.test(id) || !(await keys.revoke(id, reason))) throw noSuchKey();
        return this.#one(inside, await keys.byId(id));
      },
      { reason },
    );
  }

  /** @throws DirectoryError `not_found` */
  relabel(request: AdministratorRequest, id: string, label: string): Promise<ListedKey> {
    return this.#change(
      request,
      'key-labelled',
      async (inside) => {
        const keys = new KeyRepository(inside);
        if (!UUID.test(id) || !(await keys.relabel(id, label))) throw noSuchKey();
        return this.#one(inside, await keys.byId(id));
      },
      { label },
    );
  }

  /** Does a change and records it, both or neither. */
  #change<Key extends ListedKey>(
    request: AdministratorRequest,
    action: AuditAction,
    work: (inside: Database) => Promise<Key>,
    details: Readonly<Record<string, string>> = {},
  ): Promise<Key> {
    return inTransaction(this.#database, async (inside) => {
      const key = await work(inside);
      const about = { kind: key.kind, id: key.id, label: key.label, ...details };
      await record(inside, request, {
        actor: request.visitor.name,
        action,
        at: this.#clock(),
        subject: key.prefix,
        details: about,
      });
      return key;
    });
  }

  async #one(database: Database, key: StoredKey | undefined): Promise<ListedKey> {
    const [listed] = key ? await this.#listed(database, [key]) : [];
    if (!listed) throw noSuchKey();
    return listed;
  }

  async #listed(database: Database, keys: readonly StoredKey[]): Promise<ListedKey[]> {
    const until = this.#clock();
    const requests = await new KeyUsageRepository(database).requestsOfKeys(
      keys.map(({ id }) => id),
      { from: new Date(until.getTime() - DAY_MS), until },
    );
    return keys.map(({ id, kind, prefix, label, createdAt, lastUsedAt, revokedAt, revokedReason }) => ({
      id,
      kind,
      prefix,
      label,
      state: revokedAt ? 'revoked' : 'active',
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      revokedAt: revokedAt?.toISOString() ?? null,
      revokedReason,
      requestsLastDay: requests.get(id) ?? 0,
    }));
  }
}

function faultySecret(message: string): DirectoryError {
  return invalidParameters([{ param: 'secret', message }]);
}

function noSuchKey(): DirectoryError {
  return new DirectoryError('not_found', 'There is no such key, or it is revoked already.');
}

/** SQLSTATE, also behind the wrapper of the object mapper. */
function codeOf(error: unknown): unknown {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: { code?: unknown } };
  return code ?? driverError?.code;
}
