import { isDatabaseUnavailable } from '@care-atlas/data/connection';
import type { OAuthModel, OAuthPayload, OAuthRepository } from '@care-atlas/data/oauth';
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider';
import { LIFETIMES } from './lifetimes.js';

const nothing = () => Promise.resolve(undefined);

/** Returns the provider's storage: the records in the database, but no sessions. */
export function recordAdapters(records: OAuthRepository, maxClients: number): AdapterFactory {
  return (model) =>
    model === 'Session' ? NO_SESSIONS : new RecordAdapter(model as OAuthModel, records, maxClients);
}

/** The records of one model. Most are found by a secret, which is never stored. */
class RecordAdapter implements Adapter {
  constructor(
    private readonly model: OAuthModel,
    private readonly records: OAuthRepository,
    private readonly maxClients: number,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    if (this.model === 'Client') return this.#addClient(id, payload);
    await orUnavailable(() => this.records.save(this.model, id, withoutId(payload, id), expiresIn));
    const { clientId } = payload;
    if (this.model === 'AccessToken' && clientId !== undefined) {
      await orUnavailable(() => this.records.extendClient(clientId, LIFETIMES.usedClient));
    }
  }

  /** Stores a client that registered itself. Their number is limited, and they expire. */
  async #addClient(id: string, payload: AdapterPayload): Promise<void> {
    const stored = await orUnavailable(() =>
      this.records.addClient(id, payload, LIFETIMES.unusedClient, this.maxClients),
    );
    if (!stored) throw unavailable('Too many clients are registered: try again tomorrow.');
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const record = await orUnavailable(() => this.records.find(this.model, id));
    if (!record) return undefined;
    const { payload, consumed } = record;
    return { ...withId(payload, id), ...(consumed !== undefined && { consumed }) };
  }

  /** A code can be redeemed once, even by two processes at once; a refresh token several times during its overlap. */
  async consume(id: string): Promise<void> {
    const first = await orUnavailable(() => this.records.consume(this.model, id));
    if (!first && this.model === 'AuthorizationCode') {
      throw new errors.InvalidGrant('authorization code already consumed');
    }
  }

  async destroy(id: string): Promise<void> {
    await orUnavailable(() => this.records.remove(this.model, id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await orUnavailable(() => this.records.removeByGrant(this.model, grantId));
  }

  // Only sessions and device codes are looked up in these ways, and neither exists here.
  readonly findByUid = nothing;
  readonly findByUserCode = nothing;
}

/**
 * Stores nothing. A sign-in is for one authorization: the next one asks for a key again and shows the requesting
 * program, so that no page can make a browser consent by itself.
 */
const NO_SESSIONS: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};

// The identifier of an interaction is in a cookie, and its return address ends with the identifier.
function withoutId({ jti: _id, ...payload }: AdapterPayload, id: string): OAuthPayload {
  const { returnTo } = payload;
  return returnTo === undefined ? payload : { ...payload, returnTo: returnTo.slice(0, -id.length) };
}

function withId(payload: OAuthPayload, id: string): AdapterPayload {
  const { returnTo } = payload;
  return { ...payload, jti: id, ...(typeof returnTo === 'string' && { returnTo: returnTo + id }) };
}

/** Throws the provider's error for an unavailable database. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw unavailable('The service is temporarily unavailable: try again.');
    throw error;
  }
}

function unavailable(description: string): Error {
  const error = new errors.TemporarilyUnavailable(description);
  return Object.assign(error, { status: 503, statusCode: 503, expose: true });
}
