import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ApiKeyEntity } from './api-key.entity.js';
import { oneOf } from './column-check.js';

/** The kinds of records of the login, as OpenID Connect providers name them. */
export const OAUTH_MODELS = [
  'AccessToken',
  'AuthorizationCode',
  'Client',
  'Grant',
  'Interaction',
  'RefreshToken',
  'ReplayDetection',
] as const;
export type OAuthModel = (typeof OAUTH_MODELS)[number];

/** A token, code, grant, client or sign-in under way, known by the hash of its identifier only. */
@Entity('oauth_record')
@Check('oauth_record_model_check', oneOf('model', OAUTH_MODELS))
@Check('oauth_record_id_hash_check', 'octet_length(id_hash) = 32')
@Check('oauth_record_grant_hash_check', 'octet_length(grant_hash) = 32')
export class OAuthRecordEntity {
  @PrimaryColumn('text')
  model: OAuthModel;

  /** SHA-256 of the identifier, which most models use as a bearer secret. */
  @PrimaryColumn('bytea')
  idHash: Buffer;

  /** SHA-256 of the identifier of the grant that tokens and codes were issued under. */
  @Column({ type: 'bytea', nullable: true })
  @Index()
  grantHash: Buffer | null;

  /** The API key that it acts for. */
  @Column({ type: 'uuid', nullable: true })
  @Index()
  accountId: string | null;

  @ManyToOne(() => ApiKeyEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id' })
  account: Relation<ApiKeyEntity> | null;

  /** Everything but the identifier. Not jsonb: what a client sends may hold characters that jsonb refuses. */
  @Column('json')
  payload: object;

  @Column({ type: 'timestamp with time zone', nullable: true })
  consumedAt: Date | null;

  @Column('timestamp with time zone')
  @Index()
  expiresAt: Date;
}
