import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The secret of the login when none is configured: one row, so that all instances agree. */
@Entity('oauth_secret')
@Check('oauth_secret_single_check', 'single')
@Check('oauth_secret_secret_check', 'octet_length(secret) = 32')
export class OAuthSecretEntity {
  @PrimaryColumn({ type: 'boolean', default: true }) single: boolean;
  @Column('bytea') secret: Buffer;
}
