import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TIME } from '../columns.js';

/** Stands for "no known key" where requests are counted. Those with a revoked key, which are refused with 401, count as its own. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** How often a key was used within an hour for an operation, with an outcome. */
@Entity('key_usage')
@Check('key_usage_requests_check', 'requests > 0')
@Index('key_usage_key_id_hour_idx', ['keyId', 'hour'])
export class KeyUsageEntity {
  /** The start of the hour, UTC. */
  @PrimaryColumn(TIME) hour: Date;

  /** The key, even if revoked; NOBODY for requests without a known one. No foreign key: counting must never fail. */
  @PrimaryColumn('uuid') keyId: string;

  /** The name of the operation in the interface description, e.g. "listDoctors", or of an MCP tool. */
  @PrimaryColumn('text') operation: string;

  /** The HTTP status. */
  @PrimaryColumn('smallint') status: number;

  @Column('bigint') requests: string;
}
