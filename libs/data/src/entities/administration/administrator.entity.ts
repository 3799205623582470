import { type Role, ROLES } from '@care-atlas/domain/access';
import { Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { BIGINT_AS_NUMBER, OneOf, TIME } from '../columns.js';

/** A person who may sign in to the dashboard. */
@Entity('administrator')
@Check('administrator_name_check', `name ~ '^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$'`)
export class AdministratorEntity {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('text') name: string;

  /** The name in lower case: it is unique whatever its letters' case. */
  @Column('text', { unique: true }) foldedName: string;

  /** Argon2id, in PHC format. */
  @Column('text') passwordHash: string;

  @Column(TIME) passwordChangedAt: Date;

  /** Until when a one-time password can be used; null for a password that the person chose. */
  @Column(TIME, { nullable: true }) passwordExpiresAt: Date | null;

  /** The authenticator's secret, encrypted; null when there is none. */
  @Column('bytea', { nullable: true }) totpSecret: Buffer | null;

  /** The secret of an authenticator that was offered, but not confirmed by a code yet; encrypted. */
  @Column('bytea', { nullable: true }) totpOffer: Buffer | null;

  /** The period of the last code that was accepted: neither it nor an earlier one is accepted again. */
  @Column({ type: 'bigint', nullable: true, transformer: BIGINT_AS_NUMBER }) totpPeriod: number | null;

  @Column('text', { default: 'administrator' }) @OneOf(ROLES) role: Role;

  /** Issuer and subject of the OpenID Connect account that signs in as this person, separated by a blank. */
  @Column('text', { nullable: true, unique: true }) oidcAccount: string | null;

  @Column(TIME) createdAt: Date;
  @Column(TIME, { nullable: true }) disabledAt: Date | null;
}
