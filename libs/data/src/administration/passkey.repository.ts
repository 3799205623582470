import { IsNull, LessThan, MoreThanOrEqual, type Repository } from 'typeorm';
import type { DatabaseScope } from '../connection/statement.js';
import {
  type ChallengePurpose,
  PasskeyChallengeEntity,
} from '../entities/administration/passkey-challenge.entity.js';
import { PasskeyEntity } from '../entities/administration/passkey.entity.js';

export type { ChallengePurpose };

/** A stored passkey. */
export type StoredPasskey = Readonly<PasskeyEntity>;

/** A challenge that an authenticator is to sign, and the administrator it was made for. */
export interface Challenge {
  readonly challenge: string;
  readonly purpose: ChallengePurpose;
  /** Null when that is only known from the answer. */
  readonly administratorId: string | null;
}

/** The passkeys of administrators, and the challenges that wait for an answer. */
export class PasskeyRepository {
  readonly #passkeys: Repository<PasskeyEntity>;
  readonly #challenges: Repository<PasskeyChallengeEntity>;

  constructor(database: DatabaseScope) {
    this.#passkeys = database.getRepository(PasskeyEntity);
    this.#challenges = database.getRepository(PasskeyChallengeEntity);
  }

  /** @throws when this passkey is stored already */
  async add(passkey: Omit<StoredPasskey, 'lastUsedAt'>): Promise<void> {
    await this.#passkeys.insert(passkey);
  }

  /** Returns the passkeys of an administrator, the oldest first. */
  of(administratorId: string): Promise<StoredPasskey[]> {
    return this.#passkeys.find({ where: { administratorId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async byId(id: string): Promise<StoredPasskey | undefined> {
    return (await this.#passkeys.findOneBy({ id })) ?? undefined;
  }

  /** Records a use. @param counter the counter of the authenticator */
  async use(id: string, counter: number, at: Date): Promise<void> {
    await this.#passkeys.update({ id }, { counter, lastUsedAt: at });
  }

  /** @returns the label of the removed passkey; undefined when the administrator has none with this id */
  async remove(administratorId: string, id: string): Promise<string | undefined> {
    const removing = this.#passkeys.createQueryBuilder().delete().where({ administratorId, id });
    const { raw } = await removing.returning(['label']).execute();
    return (raw as Pick<PasskeyEntity, 'label'>[])[0]?.label;
  }

  /** Stores a challenge until it is answered or expires. Removes those that have expired. */
  async challenge(challenge: Challenge, now: Date, expiresAt: Date): Promise<void> {
    await this.#challenges.delete({ expiresAt: LessThan(now) });
    await this.#challenges.insert({ ...challenge, expiresAt });
  }

  /** Uses a challenge up: it is answered once. Returns whether there was this one, still in time. */
  async answer({ challenge, purpose, administratorId }: Challenge, now: Date): Promise<boolean> {
    const { affected } = await this.#challenges.delete({
      challenge,
      purpose,
      administratorId: administratorId ?? IsNull(),
      expiresAt: MoreThanOrEqual(now),
    });
    return affected === 1;
  }
}
