import type { DatabaseScope } from '@care-atlas/data/connection';
import {
  type Administrator,
  type LiveSession,
  PasskeyRepository,
  SecondFactorRepository,
  type StoredPasskey,
} from '@care-atlas/data/administration';
import type { SecondFactor } from '#contract/sign-in';

/** The administrator that a factor belongs to. */
export type FactorOwner = Pick<Administrator, 'id' | 'name'>;

export interface SecondFactors {
  readonly totp: boolean;
  readonly recoveryCodesLeft: number;
  readonly passkeys: readonly StoredPasskey[];
}

export function ownerOf({ administratorId, name }: LiveSession): FactorOwner {
  return { id: administratorId, name };
}

/** Queries one after the other, because `database` may be a transaction. */
export async function secondFactorsOf(
  database: DatabaseScope,
  administratorId: string,
): Promise<SecondFactors> {
  const factors = new SecondFactorRepository(database);
  const totp = await factors.totp(administratorId);
  const recoveryCodesLeft = await factors.recoveryCodesLeft(administratorId);
  const passkeys = await new PasskeyRepository(database).of(administratorId);
  return { totp: totp !== undefined, recoveryCodesLeft, passkeys };
}

/** Recovery codes replace a lost factor; they are not a factor themselves. */
export function hasSecondFactor({ totp, passkeys }: SecondFactors): boolean {
  return totp || passkeys.length > 0;
}

/** Lists what the administrator can use as the second step of signing in. */
export function availableFactors({ totp, recoveryCodesLeft, passkeys }: SecondFactors): SecondFactor[] {
  const available: SecondFactor[] = [];
  if (totp) available.push('totp');
  if (passkeys.length > 0) available.push('passkey');
  if (recoveryCodesLeft > 0) available.push('recovery-code');
  return available;
}
