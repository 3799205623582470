import { type Channel, CHANNELS } from '@care-atlas/domain/access';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OneOf, TIME } from '../columns.js';

/** One request, by its id, for some days. What was asked for is not stored. */
@Entity('logged_request')
@Index('logged_request_at_idx', ['at'])
@Index('logged_request_error_idx', ['at'], { where: 'status >= 400' })
@Index('logged_request_key_idx', ['keyId', 'at'])
@Index('logged_request_operation_idx', ['operation', 'at'], { where: 'status >= 400' })
export class LoggedRequestEntity {
  /** The client's own, or one that the service made. Clients may repeat theirs. */
  @PrimaryColumn('text') requestId: string;

  /** When it was answered. */
  @PrimaryColumn(TIME) at: Date;

  /** An operationId, or the name of a tool: one request to the connector may call several. */
  @PrimaryColumn('text') operation: string;

  @Column('text') @OneOf(CHANNELS) channel: Channel;

  /** The key, even if revoked; NOBODY without a known one. No foreign key: logging must never fail. */
  @Column('uuid') keyId: string;

  /** The HTTP status. */
  @Column('smallint') status: number;

  /** How long the service took, in milliseconds. */
  @Column('real') milliseconds: number;

  /** The dataset version that answered. */
  @Column('text') dataset: string;
}
