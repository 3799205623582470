import { PERSON_NAME, type Role, ROLES } from '@care-atlas/domain/access';
import { OneOf, TextLike, type Timestamp } from '../fields.js';

/** Somebody who may sign in, or could once. */
export interface Person {
  readonly name: string;
  readonly role: Role;
  readonly createdAt: Timestamp;
  /** When sign-ins were refused from on; null while they are not. */
  readonly disabledAt: Timestamp | null;
  /** Until when a one-time password can be used; null for a password that the person chose. */
  readonly passwordExpiresAt: Timestamp | null;
  readonly hasSecondFactor: boolean;
  /** Whether an account of the OpenID Connect provider signs in as this person. */
  readonly hasOidcAccount: boolean;
  /** Whether this is the reader. */
  readonly isYou: boolean;
}

/** By name. */
export interface PeopleList {
  readonly people: readonly Person[];
}

export class PersonRole {
  @OneOf(ROLES, 'required')
  role: Role;
}

export class NewPerson extends PersonRole {
  @TextLike(PERSON_NAME, { code: 'person_name' })
  name: string;
}

/** Shown once. The person replaces it at the first sign-in. */
export interface OneTimePassword {
  readonly password: string;
}
