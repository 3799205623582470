import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ApiKeyEntity } from './api-key.entity.js';
import { CASCADE, OneOf, TIME } from '../columns.js';

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
@Check('oauth_record_id_hash_check', 'octet_length(id_hash) = 32')
@Check('oauth_record_grant_hash_check', 'octet_length(grant_hash) = 32')
export class OAuthRecordEntity {
  @PrimaryColumn('text') @OneOf(OAUTH_MODELS) model: OAuthModel;

  /** SHA-256 of the identifier, which most models use as a bearer secret. */
  @PrimaryColumn('bytea') idHash: Buffer;

  /** SHA-256 of the identifier of the grant that tokens and codes were issued under. */
  @Column('bytea', { nullable: true }) @Index() grantHash: Buffer | null;

  /** The API key that it acts for. */
  @Column('uuid', { nullable: true }) @Index() @ForeignKey(() => ApiKeyEntity, CASCADE) accountId:
    | string
    | null;

  /** Everything but the identifier. Not jsonb: what a client sends may hold characters that jsonb refuses. */
  @Column('json') payload: object;

  @Column(TIME, { nullable: true }) consumedAt: Date | null;
  @Column(TIME) @Index() expiresAt: Date;
}
