import { isDatabaseUnavailable } from '@care-atlas/data/connection';
import type { OAuthModel, OAuthPayload, OAuthRepository } from '@care-atlas/data/oauth';
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider';
import { LIFETIMES } from './lifetimes.js';

/** Where the provider keeps things: our records, but for sessions, which nobody keeps. */
export function recordAdapters(records: OAuthRepository, mostClients: number): AdapterFactory {
  return (model) => {
    if (model === 'Session') return new ForgetfulAdapter();
    if (model === 'Client') return new ClientAdapter(model, records, mostClients);
    return new RecordAdapter(model as OAuthModel, records);
  };
}

/** Records of one model. What they are found by is a secret for most, and never part of what is stored. */
class RecordAdapter implements Adapter {
  constructor(
    protected readonly model: OAuthModel,
    protected readonly records: OAuthRepository,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    await whileAvailable(() => this.records.save(this.model, id, withoutId(payload, id), expiresIn));
    const { clientId } = payload;
    if (this.model === 'AccessToken' && clientId !== undefined) {
      await whileAvailable(() => this.records.extendClient(clientId, LIFETIMES.usedClient));
    }
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const record = await whileAvailable(() => this.records.find(this.model, id));
    if (!record) return undefined;
    const { payload, consumed } = record;
    return { ...withId(payload, id), ...(consumed !== undefined && { consumed }) };
  }

  /** A code is redeemed once, also by two processes at once; a refresh token may be, within its overlap. */
  async consume(id: string): Promise<void> {
    const first = await whileAvailable(() => this.records.consume(this.model, id));
    if (!first && this.model === 'AuthorizationCode') {
      throw new errors.InvalidGrant('authorization code already consumed');
    }
  }

  async destroy(id: string): Promise<void> {
    await whileAvailable(() => this.records.remove(this.model, id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await whileAvailable(() => this.records.removeByGrant(this.model, grantId));
  }

  /** Only sessions and codes for devices are looked up so, and we have neither. */
  findByUid(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

/** Clients that registered themselves: so many in all, and not for ever. */
class ClientAdapter extends RecordAdapter {
  constructor(
    model: OAuthModel,
    records: OAuthRepository,
    private readonly most: number,
  ) {
    super(model, records);
  }

  override async upsert(id: string, payload: AdapterPayload): Promise<void> {
    const stored = await whileAvailable(() =>
      this.records.addClient(id, payload, LIFETIMES.unusedClient, this.most),
    );
    if (!stored) throw unavailable('Too many clients are registered: try again tomorrow.');
  }
}

/**
 * Keeps nothing. A sign-in is for one authorization: the next one asks for a key again, and shows who asks, so
 * that nobody's browser can be made to consent by itself.
 */
class ForgetfulAdapter implements Adapter {
  upsert(): Promise<void> {
    return Promise.resolve();
  }
  find(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
  findByUid(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
  consume(): Promise<void> {
    return Promise.resolve();
  }
  destroy(): Promise<void> {
    return Promise.resolve();
  }
  revokeByGrantId(): Promise<void> {
    return Promise.resolve();
  }
}

// An interaction is found by the cookie that holds its identifier, and the address it returns to ends with it.
function withoutId({ jti: _id, ...payload }: AdapterPayload, id: string): OAuthPayload {
  const { returnTo } = payload;
  return returnTo === undefined ? payload : { ...payload, returnTo: returnTo.slice(0, -id.length) };
}

function withId(payload: OAuthPayload, id: string): AdapterPayload {
  const { returnTo } = payload;
  return { ...payload, jti: id, ...(typeof returnTo === 'string' && { returnTo: returnTo + id }) };
}

/** Says in the provider's own words that the database is away. */
export async function whileAvailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isDatabaseUnavailable(error)
      ? unavailable('The service is not available for a moment: try again.')
      : error;
  }
}

function unavailable(description: string): Error {
  const error = new errors.TemporarilyUnavailable(description);
  return Object.assign(error, { status: 503, statusCode: 503, expose: true });
}
